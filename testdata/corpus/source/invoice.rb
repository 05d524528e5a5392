# frozen_string_literal: true

require 'bigdecimal'
require 'date'
require 'forwardable'

module Billing
  class InvalidInvoice < StandardError; end

  Address = Struct.new(:name, :street, :postcode, :city, :country, keyword_init: true) do
    def to_s
      [name, street, "#{postcode} #{city}", country].compact.join("\n")
    end
  end

  class Position
    attr_reader :title, :quantity, :price, :tax

    def initialize(title:, quantity: 1, price:, tax: '0.19')
      @title = title
      @quantity = Integer(quantity)
      @price = BigDecimal(price.to_s)
      @tax = BigDecimal(tax)
      raise InvalidInvoice, "quantity of #{title} must be positive" unless @quantity.positive?
    end

    def net
      price * quantity
    end

    def gross
      (net * (1 + tax)).round(2)
    end
  end

  class Invoice
    include Enumerable
    extend Forwardable

    TERMS = 14

    attr_reader :number, :customer, :issued_on
    attr_accessor :paid_on

    def_delegators :@positions, :each, :size, :empty?

    def initialize(number:, customer:, issued_on: Date.today)
      @number = number
      @customer = customer
      @issued_on = issued_on
      @positions = []
    end

    def add(**attributes)
      @positions << Position.new(**attributes)
      self
    end

    def net
      sum(&:net)
    end

    def taxes
      group_by(&:tax).transform_values do |positions|
        positions.sum { |position| position.net * position.tax }.round(2)
      end
    end

    def gross
      net + taxes.values.sum
    end

    def due_on
      issued_on + TERMS
    end

    def overdue?(today = Date.today)
      paid_on.nil? && today > due_on
    end

    def validate!
      raise InvalidInvoice, 'an invoice needs a number' if number.to_s.empty?
      raise InvalidInvoice, 'an invoice needs positions' if empty?

      self
    end
  end

  class Renderer
    WIDTH = 72

    def initialize(invoice)
      @invoice = invoice.validate!
    end

    def render
      [header, table, totals, footer].join("\n\n")
    end

    private

    def header
      <<~TEXT.chomp
        #{@invoice.customer}

        Invoice #{@invoice.number}
        #{@invoice.issued_on.strftime('%-d %B %Y')}
      TEXT
    end

    def table
      @invoice.map do |position|
        left = "#{position.quantity} x #{position.title}"
        right = money(position.net)
        left.ljust(WIDTH - right.size) + right
      end.join("\n")
    end

    def totals
      lines = { 'Net' => @invoice.net }
      @invoice.taxes.each do |rate, amount|
        lines["Tax (#{(rate * 100).to_i} %)"] = amount
      end
      lines['Total'] = @invoice.gross
      lines.map { |title, amount| title.ljust(WIDTH - 16) + money(amount).rjust(16) }.join("\n")
    end

    def footer
      return 'Paid, thank you.' if @invoice.paid_on

      "Please pay until #{@invoice.due_on.strftime('%-d %B %Y')}."
    end

    def money(amount)
      format('%.2f €', amount)
    end
  end
end
