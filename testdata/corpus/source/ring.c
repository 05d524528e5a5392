/*
 * A ring buffer for one writer and one reader.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RING_MIN_SIZE 16u
#define MIN(a, b) ((a) < (b) ? (a) : (b))

struct ring {
	uint8_t *data;
	size_t size;		/* a power of two */
	_Atomic size_t head;	/* written so far */
	_Atomic size_t tail;	/* read so far */
	bool closed;
};

static bool is_power_of_two(size_t n)
{
	return n != 0 && (n & (n - 1)) == 0;
}

static size_t round_up(size_t n)
{
	size_t size = RING_MIN_SIZE;

	while (size < n)
		size <<= 1;
	return size;
}

int ring_init(struct ring *r, size_t size)
{
	if (r == NULL)
		return -EINVAL;
	if (!is_power_of_two(size))
		size = round_up(size);
	r->data = malloc(size);
	if (r->data == NULL)
		return -ENOMEM;
	r->size = size;
	atomic_init(&r->head, 0);
	atomic_init(&r->tail, 0);
	r->closed = false;
	return 0;
}

void ring_free(struct ring *r)
{
	free(r->data);
	memset(r, 0, sizeof(*r));
}

size_t ring_used(const struct ring *r)
{
	size_t head = atomic_load_explicit(&r->head, memory_order_acquire);
	size_t tail = atomic_load_explicit(&r->tail, memory_order_acquire);

	return head - tail;
}

size_t ring_space(const struct ring *r)
{
	return r->size - ring_used(r);
}

/*
 * Copies up to n bytes into the ring and returns how many there was room for.
 */
size_t ring_write(struct ring *r, const void *from, size_t n)
{
	size_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
	size_t at = head & (r->size - 1);
	size_t first;

	n = MIN(n, ring_space(r));
	first = MIN(n, r->size - at);
	memcpy(r->data + at, from, first);
	memcpy(r->data, (const uint8_t *)from + first, n - first);
	atomic_store_explicit(&r->head, head + n, memory_order_release);
	return n;
}

size_t ring_read(struct ring *r, void *to, size_t n)
{
	size_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
	size_t at = tail & (r->size - 1);
	size_t first;

	n = MIN(n, ring_used(r));
	first = MIN(n, r->size - at);
	memcpy(to, r->data + at, first);
	memcpy((uint8_t *)to + first, r->data, n - first);
	atomic_store_explicit(&r->tail, tail + n, memory_order_release);
	return n;
}

/* Returns the length of the next line, its '\n' included, or 0. */
size_t ring_line(const struct ring *r)
{
	size_t used = ring_used(r);
	size_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);

	for (size_t i = 0; i < used; i++) {
		if (r->data[(tail + i) & (r->size - 1)] == '\n')
			return i + 1;
	}
	return 0;
}

#ifdef RING_TEST
static int check(bool ok, const char *what)
{
	if (!ok)
		fprintf(stderr, "FAILED: %s\n", what);
	return ok ? 0 : 1;
}

int main(void)
{
	struct ring r;
	char out[64];
	int failed = 0;

	if (ring_init(&r, 20) != 0) {
		perror("ring_init");
		return EXIT_FAILURE;
	}
	failed += check(r.size == 32, "the size is rounded up");
	failed += check(ring_write(&r, "hello\nworld", 11) == 11, "all is written");
	failed += check(ring_line(&r) == 6, "the line is found");
	failed += check(ring_read(&r, out, 6) == 6, "the line is read");
	failed += check(memcmp(out, "hello\n", 6) == 0, "the line is the same");
	failed += check(ring_used(&r) == 5, "the rest is there");
	for (int i = 0; i < 1000; i++) {
		size_t n = ring_write(&r, "0123456789", 10);

		failed += check(ring_read(&r, out, n) == n, "as much is read as was written");
	}
	ring_free(&r);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
#endif
