-- The tables of the shop.
BEGIN;

CREATE TABLE customers (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email       text NOT NULL UNIQUE CHECK (email LIKE '%_@_%'),
    name        text NOT NULL,
    newsletter  boolean NOT NULL DEFAULT false,
    created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE products (
    id          text PRIMARY KEY,
    title       text NOT NULL,
    description text NOT NULL DEFAULT '',
    price       integer NOT NULL CHECK (price >= 0), -- cents
    stock       integer NOT NULL DEFAULT 0 CHECK (stock >= 0),
    active      boolean NOT NULL DEFAULT true
);

CREATE INDEX products_active ON products (title) WHERE active;

CREATE TYPE order_state AS ENUM ('open', 'paid', 'shipped', 'cancelled');

CREATE TABLE orders (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id bigint NOT NULL REFERENCES customers (id) ON DELETE RESTRICT,
    state       order_state NOT NULL DEFAULT 'open',
    ordered_at  timestamptz NOT NULL DEFAULT now(),
    paid_at     timestamptz,
    CHECK (state <> 'paid' OR paid_at IS NOT NULL)
);

CREATE INDEX orders_customer ON orders (customer_id, ordered_at DESC);

CREATE TABLE order_lines (
    order_id    bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    product_id  text NOT NULL REFERENCES products (id),
    quantity    integer NOT NULL CHECK (quantity > 0),
    price       integer NOT NULL,
    PRIMARY KEY (order_id, product_id)
);

-- What an order costs.
CREATE VIEW order_totals AS
SELECT
    o.id,
    o.customer_id,
    o.state,
    sum(l.quantity * l.price) AS total,
    count(*) AS lines
FROM orders o
JOIN order_lines l ON l.order_id = o.id
GROUP BY o.id;

CREATE FUNCTION take_from_stock() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE products
    SET stock = stock - NEW.quantity
    WHERE id = NEW.product_id AND stock >= NEW.quantity;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'not enough of product % in stock', NEW.product_id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END;
$$;

CREATE TRIGGER order_lines_stock
    BEFORE INSERT ON order_lines
    FOR EACH ROW EXECUTE FUNCTION take_from_stock();

CREATE FUNCTION give_back_stock() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state = 'cancelled' AND OLD.state <> 'cancelled' THEN
        UPDATE products p
        SET stock = p.stock + l.quantity
        FROM order_lines l
        WHERE l.order_id = NEW.id AND l.product_id = p.id;
    END IF;
    RETURN NEW;
END;
$$;

CREATE TRIGGER orders_cancel
    AFTER UPDATE OF state ON orders
    FOR EACH ROW EXECUTE FUNCTION give_back_stock();

-- Customers by what they spent in the last year.
CREATE MATERIALIZED VIEW best_customers AS
WITH spent AS (
    SELECT t.customer_id, sum(t.total) AS amount
    FROM order_totals t
    JOIN orders o ON o.id = t.id
    WHERE o.state IN ('paid', 'shipped')
      AND o.ordered_at > now() - interval '1 year'
    GROUP BY t.customer_id
)
SELECT c.id, c.name, c.email, s.amount,
       rank() OVER (ORDER BY s.amount DESC) AS place
FROM customers c
JOIN spent s ON s.customer_id = c.id;

CREATE UNIQUE INDEX best_customers_id ON best_customers (id);

INSERT INTO products (id, title, price, stock) VALUES
    ('t-104', 'Oak table', 84900, 4),
    ('c-12', 'Oak chair', 18900, 24),
    ('b-3', 'Bench', 31900, 7);

COMMIT;
