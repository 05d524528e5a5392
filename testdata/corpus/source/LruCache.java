package org.example.cache;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * A cache of bounded size that forgets what was not used for the longest time.
 *
 * <p>All methods may be called by several threads at once.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class LruCache<K, V> {
    private static final int DEFAULT_CAPACITY = 256;

    private final int capacity;
    private final Duration maxAge;
    private final Clock clock;
    private final Map<K, Node<K, V>> nodes = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    private Node<K, V> newest;
    private Node<K, V> oldest;
    private long hits;
    private long misses;

    public LruCache() {
        this(DEFAULT_CAPACITY, Duration.ofMinutes(10), Clock.systemUTC());
    }

    public LruCache(int capacity, Duration maxAge, Clock clock) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be positive: " + capacity);
        }
        this.capacity = capacity;
        this.maxAge = Objects.requireNonNull(maxAge, "maxAge");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** Returns the value for a key, if it is there and not too old. */
    public Optional<V> get(K key) {
        lock.lock();
        try {
            Node<K, V> node = nodes.get(key);
            if (node == null) {
                misses++;
                return Optional.empty();
            }
            if (node.expires.isBefore(clock.instant())) {
                unlink(node);
                nodes.remove(key);
                misses++;
                return Optional.empty();
            }
            hits++;
            unlink(node);
            linkNewest(node);
            return Optional.of(node.value);
        } finally {
            lock.unlock();
        }
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> loader) {
        return get(key).orElseGet(() -> {
            V value = loader.apply(key);
            put(key, value);
            return value;
        });
    }

    public void put(K key, V value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        lock.lock();
        try {
            Node<K, V> node = nodes.get(key);
            if (node != null) {
                unlink(node);
            } else {
                node = new Node<>(key);
                nodes.put(key, node);
            }
            node.value = value;
            node.expires = clock.instant().plus(maxAge);
            linkNewest(node);
            while (nodes.size() > capacity) {
                nodes.remove(oldest.key);
                unlink(oldest);
            }
        } finally {
            lock.unlock();
        }
    }

    public double hitRate() {
        long total = hits + misses;
        return total == 0 ? 0.0 : (double) hits / total;
    }

    private void linkNewest(Node<K, V> node) {
        node.older = newest;
        node.newer = null;
        if (newest != null) {
            newest.newer = node;
        }
        newest = node;
        if (oldest == null) {
            oldest = node;
        }
    }

    private void unlink(Node<K, V> node) {
        if (node.newer != null) {
            node.newer.older = node.older;
        } else {
            newest = node.older;
        }
        if (node.older != null) {
            node.older.newer = node.newer;
        } else {
            oldest = node.newer;
        }
    }

    private static final class Node<K, V> {
        final K key;
        V value;
        Instant expires;
        Node<K, V> newer;
        Node<K, V> older;

        Node(K key) {
            this.key = key;
        }
    }
}
