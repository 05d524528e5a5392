'use strict';

const { EventEmitter } = require('node:events');
const currency = require('./currency');

const MAX_QUANTITY = 99;
const FREE_SHIPPING_FROM = 5000; // cents

/**
 * A shopping cart. Prices are in cents, so that sums are exact.
 */
class Cart extends EventEmitter {
  #lines = new Map();
  #coupons = [];

  constructor(storage, options = {}) {
    super();
    this.storage = storage;
    this.options = { currency: 'EUR', locale: 'en-GB', ...options };
  }

  static async restore(storage, options) {
    const cart = new Cart(storage, options);
    const saved = await storage.get('cart');
    if (!saved) {
      return cart;
    }
    try {
      const { lines, coupons } = JSON.parse(saved);
      for (const { product, quantity } of lines) {
        cart.add(product, quantity);
      }
      cart.#coupons = coupons;
    } catch (err) {
      console.warn(`cart: dropping a broken cart: ${err.message}`);
      await storage.remove('cart');
    }
    return cart;
  }

  add(product, quantity = 1) {
    if (!Number.isInteger(quantity) || quantity < 1) {
      throw new RangeError(`quantity must be a positive integer, not ${quantity}`);
    }
    const line = this.#lines.get(product.id) ?? { product, quantity: 0 };
    line.quantity = Math.min(line.quantity + quantity, MAX_QUANTITY);
    this.#lines.set(product.id, line);
    this.emit('change', { type: 'add', product, quantity });
    return this;
  }

  remove(productId) {
    const line = this.#lines.get(productId);
    if (line === undefined) {
      return false;
    }
    this.#lines.delete(productId);
    this.emit('change', { type: 'remove', product: line.product });
    return true;
  }

  setQuantity(productId, quantity) {
    if (quantity === 0) {
      return this.remove(productId);
    }
    const line = this.#lines.get(productId);
    if (!line) {
      throw new Error(`no product "${productId}" in the cart`);
    }
    line.quantity = Math.min(quantity, MAX_QUANTITY);
    this.emit('change', { type: 'quantity', product: line.product, quantity });
    return true;
  }

  redeem(coupon) {
    if (this.#coupons.some((c) => c.code === coupon.code)) {
      return { ok: false, reason: 'This coupon is used already.' };
    }
    if (coupon.minimum && this.subtotal < coupon.minimum) {
      const missing = currency.format(coupon.minimum - this.subtotal, this.options);
      return { ok: false, reason: `Add goods for ${missing} to use this coupon.` };
    }
    this.#coupons.push(coupon);
    this.emit('change', { type: 'coupon', coupon });
    return { ok: true };
  }

  get size() {
    let n = 0;
    for (const { quantity } of this.#lines.values()) {
      n += quantity;
    }
    return n;
  }

  get subtotal() {
    return [...this.#lines.values()].reduce(
      (sum, { product, quantity }) => sum + product.price * quantity,
      0,
    );
  }

  get discount() {
    let rest = this.subtotal;
    for (const coupon of this.#coupons) {
      if (coupon.percent) {
        rest -= Math.round((rest * coupon.percent) / 100);
      } else {
        rest -= Math.min(rest, coupon.amount);
      }
    }
    return this.subtotal - rest;
  }

  get shipping() {
    const due = this.subtotal - this.discount;
    return due >= FREE_SHIPPING_FROM || this.size === 0 ? 0 : 490;
  }

  get total() {
    return this.subtotal - this.discount + this.shipping;
  }

  toJSON() {
    return {
      lines: [...this.#lines.values()],
      coupons: this.#coupons,
    };
  }

  async save() {
    await this.storage.set('cart', JSON.stringify(this));
    this.emit('saved');
  }
}

function renderCart(cart, element) {
  element.innerHTML = '';
  for (const { product, quantity } of cart.toJSON().lines) {
    const row = document.createElement('li');
    row.dataset.id = product.id;
    row.textContent = `${quantity} × ${product.name}`;
    row.append(currency.element(product.price * quantity));
    element.append(row);
  }
  const total = document.createElement('p');
  total.className = cart.discount > 0 ? 'total reduced' : 'total';
  total.textContent = currency.format(cart.total, cart.options);
  element.append(total);
}

module.exports = { Cart, renderCart, MAX_QUANTITY };
