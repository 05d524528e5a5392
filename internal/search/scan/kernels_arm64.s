#include "go_asm.h"
#include "textflag.h"

// The kernels share a shape. A place is an index at which all that is looked at lies
// inside of b; there are n of them. A step tests 16 places, R7 to R7+15. The last
// step is moved back to n-16, so that it reads nothing beyond b: the places that it
// tests again held nothing the first time, so the first hit is the first of all.
// The caller sees to it that n is at least 16.
//
//	R0  b        R3  q or t     R7  place     R8  n     R9  n-16
//	R10 address of the place    R11..R13  scratch

// STEP moves the last step back, or ends.
#define STEP(none) \
	CMP  R8, R7         \
	BGE  none           \
	CMP  R9, R7         \
	CSEL GT, R9, R7, R7 \
	ADD  R7, R0, R10

// TEST goes on with the next step if all of V16 is zero. Else it returns the place of
// the first lane that is not: lanes are 0x00 or 0xff, the first is the lowest byte of
// the lower half, so its number is the count of trailing zero bits by eight.
#define TEST(loop, high) \
	VMOV V16.D[0], R11  \
	VMOV V16.D[1], R12  \
	ORR  R11, R12, R13  \
	ADD  $16, R7        \
	CBZ  R13, loop      \
	SUB  $16, R7        \
	CBZ  R11, high      \
	RBIT R11, R11       \
	CLZ  R11, R11       \
	ADD  R11>>3, R7, R7 \
	MOVD R7, ret+32(FP) \
	RET                 \
high: \
	RBIT R12, R12       \
	CLZ  R12, R12       \
	ADD  R12>>3, R7, R7 \
	ADD  $8, R7         \
	MOVD R7, ret+32(FP) \
	RET

#define NONE(none) \
none: \
	MOVD $-1, R7        \
	MOVD R7, ret+32(FP) \
	RET

// All but pairVector look bytes up in the tables of nibbles.
//
//	V0, V1  lo and hi of the first place, V2, V3 of the second, V4, V5 of the third,
//	V6, V7 of the fourth; V15  0x0f in all lanes; V8..V10  scratch
//	V16..V19  one result for each place

#define BEGIN \
	MOVD b_base+0(FP), R0 \
	MOVD b_len+8(FP), R8  \
	MOVD t+24(FP), R3     \
	MOVD nibbles_width(R3), R4 \
	SUB  R4, R8           \
	ADD  $1, R8           \
	SUB  $16, R8, R9      \
	MOVD $0, R7           \
	VMOVI $0x0f, V15.B16

#define TABLE(j, LO, HI) \
	ADD  $(nibbles_lo+j*16), R3, R11 \
	VLD1 (R11), [LO.B16] \
	ADD  $(nibbles_hi+j*16), R3, R11 \
	VLD1 (R11), [HI.B16]

// LOOKUP leaves the entries that the low and the high four bits of the byte j after
// each place choose in V9 and V10. A byte has the buckets that both of them have.
#define LOOKUP(j, LO, HI) \
	ADD   $j, R10, R11 \
	VLD1  (R11), [V8.B16] \
	VAND  V15.B16, V8.B16, V9.B16 \
	VUSHR $4, V8.B16, V10.B16 \
	VTBL  V9.B16, [LO.B16], V9.B16 \
	VTBL  V10.B16, [HI.B16], V10.B16

// IN makes D 0xff where there is a bucket; BUCKETS makes it the buckets.
#define IN(D) VCMTST V9.B16, V10.B16, D.B16
#define BUCKETS(D) VAND V9.B16, V10.B16, D.B16

// func pairVector(b []byte, q *pair) int
//
//	R5  b+distance
//	V0, V1  first and second byte in all lanes; V2, V3  their masks
TEXT ·pairVector(SB), NOSPLIT, $0-40
	MOVD  b_base+0(FP), R0
	MOVD  b_len+8(FP), R8
	MOVD  q+24(FP), R3
	MOVD  pair_distance(R3), R4
	MOVBU pair_first(R3), R11
	VDUP  R11, V0.B16
	MOVBU pair_second(R3), R11
	VDUP  R11, V1.B16
	MOVBU pair_firstMask(R3), R11
	VDUP  R11, V2.B16
	MOVBU pair_secondMask(R3), R11
	VDUP  R11, V3.B16
	SUB   R4, R8
	ADD   R4, R0, R5
	SUB   $16, R8, R9
	MOVD  $0, R7

loop:
	STEP(none)
	ADD   R7, R5, R11
	VLD1  (R10), [V4.B16]
	VLD1  (R11), [V5.B16]
	VORR  V2.B16, V4.B16, V4.B16
	VORR  V3.B16, V5.B16, V5.B16
	VCMEQ V0.B16, V4.B16, V4.B16
	VCMEQ V1.B16, V5.B16, V5.B16
	VAND  V4.B16, V5.B16, V16.B16
	TEST(loop, high)
	NONE(none)

// A window is hit where each place has some bucket.

// func window1Vector(b []byte, t *nibbles) int
TEXT ·window1Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, V0, V1)
loop:
	STEP(none)
	LOOKUP(0, V0, V1)
	IN(V16)
	TEST(loop, high)
	NONE(none)

// func window2Vector(b []byte, t *nibbles) int
TEXT ·window2Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, V0, V1)
	TABLE(1, V2, V3)
loop:
	STEP(none)
	LOOKUP(0, V0, V1)
	IN(V16)
	LOOKUP(1, V2, V3)
	IN(V17)
	VAND V16.B16, V17.B16, V16.B16
	TEST(loop, high)
	NONE(none)

// func window3Vector(b []byte, t *nibbles) int
TEXT ·window3Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, V0, V1)
	TABLE(1, V2, V3)
	TABLE(2, V4, V5)
loop:
	STEP(none)
	LOOKUP(0, V0, V1)
	IN(V16)
	LOOKUP(1, V2, V3)
	IN(V17)
	LOOKUP(2, V4, V5)
	IN(V18)
	VAND V16.B16, V17.B16, V16.B16
	VAND V16.B16, V18.B16, V16.B16
	TEST(loop, high)
	NONE(none)

// func window4Vector(b []byte, t *nibbles) int
TEXT ·window4Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, V0, V1)
	TABLE(1, V2, V3)
	TABLE(2, V4, V5)
	TABLE(3, V6, V7)
loop:
	STEP(none)
	LOOKUP(0, V0, V1)
	IN(V16)
	LOOKUP(1, V2, V3)
	IN(V17)
	LOOKUP(2, V4, V5)
	IN(V18)
	LOOKUP(3, V6, V7)
	IN(V19)
	VAND V16.B16, V17.B16, V16.B16
	VAND V18.B16, V19.B16, V18.B16
	VAND V16.B16, V18.B16, V16.B16
	TEST(loop, high)
	NONE(none)

// Teddy is hit where all places share a bucket.

// func teddy2Vector(b []byte, t *nibbles) int
TEXT ·teddy2Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, V0, V1)
	TABLE(1, V2, V3)
loop:
	STEP(none)
	LOOKUP(0, V0, V1)
	BUCKETS(V16)
	LOOKUP(1, V2, V3)
	BUCKETS(V17)
	VCMTST V16.B16, V17.B16, V16.B16
	TEST(loop, high)
	NONE(none)

// func teddy3Vector(b []byte, t *nibbles) int
TEXT ·teddy3Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, V0, V1)
	TABLE(1, V2, V3)
	TABLE(2, V4, V5)
loop:
	STEP(none)
	LOOKUP(0, V0, V1)
	BUCKETS(V16)
	LOOKUP(1, V2, V3)
	BUCKETS(V17)
	LOOKUP(2, V4, V5)
	BUCKETS(V18)
	VAND   V16.B16, V17.B16, V16.B16
	VCMTST V16.B16, V18.B16, V16.B16
	TEST(loop, high)
	NONE(none)

// func teddy4Vector(b []byte, t *nibbles) int
TEXT ·teddy4Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, V0, V1)
	TABLE(1, V2, V3)
	TABLE(2, V4, V5)
	TABLE(3, V6, V7)
loop:
	STEP(none)
	LOOKUP(0, V0, V1)
	BUCKETS(V16)
	LOOKUP(1, V2, V3)
	BUCKETS(V17)
	LOOKUP(2, V4, V5)
	BUCKETS(V18)
	LOOKUP(3, V6, V7)
	BUCKETS(V19)
	VAND   V16.B16, V17.B16, V16.B16
	VAND   V18.B16, V19.B16, V18.B16
	VCMTST V16.B16, V18.B16, V16.B16
	TEST(loop, high)
	NONE(none)
