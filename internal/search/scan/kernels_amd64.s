#include "go_asm.h"
#include "textflag.h"

// The kernels share a shape. A place is an index at which all that is looked at lies
// inside of b; there are n of them. A step tests 32 places, AX to AX+31. The last
// step is moved back to n-32, so that it reads nothing beyond b: the places that it
// tests again held nothing the first time, so the first hit is the first of all.
// The caller sees to it that n is at least 32.
//
//	SI  b            AX  place        CX  n
//	R10 n-32         BX  bit mask of the hits, one bit a place

// All but pairVector look bytes up in the tables of nibbles, sixteen entries at a time
// with VPSHUFB, which wants a table in both halves of the register.
//
//	Y0, Y1  lo and hi of the first place, Y2, Y3 of the second, Y6, Y7 of the third,
//	Y8, Y9 of the fourth; Y15  0x0f in all lanes; Y14  zero
//	Y4, Y5  scratch; Y10..Y13  buckets for each of the 32 places

#define BEGIN \
	MOVQ b_base+0(FP), SI \
	MOVQ b_len+8(FP), CX  \
	MOVQ t+24(FP), DX     \
	SUBQ nibbles_width(DX), CX \
	INCQ CX               \
	LEAQ -32(CX), R10     \
	XORQ AX, AX           \
	VPXOR Y14, Y14, Y14   \
	MOVL $0x0f, BX        \
	VMOVQ BX, X15         \
	VPBROADCASTB X15, Y15

#define TABLE(j, LO, HI) \
	VBROADCASTI128 (nibbles_lo+j*16)(DX), LO \
	VBROADCASTI128 (nibbles_hi+j*16)(DX), HI

// LOOKUP puts the buckets of the byte j after each place into D: the low four bits
// of the byte choose from LO, the high four from HI. VPSRLW shifts 16-bit lanes and
// so brings in bits of the neighbour, which the mask takes out again.
#define LOOKUP(j, LO, HI, D) \
	VMOVDQU j(SI)(AX*1), Y4 \
	VPAND   Y4, Y15, Y5     \
	VPSRLW  $4, Y4, Y4      \
	VPAND   Y4, Y15, Y4     \
	VPSHUFB Y5, LO, Y5      \
	VPSHUFB Y4, HI, Y4      \
	VPAND   Y4, Y5, D

// STEP moves the last step back, or ends.
#define STEP(none) \
	CMPQ    AX, CX  \
	JGE     none    \
	CMPQ    AX, R10 \
	CMOVQGT R10, AX

// TEST goes to hit if a lane of Y10 is not zero, else to the next step.
#define TEST(loop, hit) \
	VPCMPEQB  Y10, Y14, Y10 \
	VPMOVMSKB Y10, BX       \
	XORL      $-1, BX       \
	JNZ       hit           \
	ADDQ      $32, AX       \
	JMP       loop

#define FINISH(hit, none) \
hit: \
	BSFL BX, BX \
	ADDQ BX, AX \
	VZEROUPPER  \
	MOVQ AX, ret+32(FP) \
	RET         \
none: \
	VZEROUPPER  \
	MOVQ $-1, ret+32(FP) \
	RET

// func pairVector(b []byte, q *pair) int
//
//	DI  b+distance, so that (DI)(AX*1) is the second byte of place AX
//	Y0, Y1  first and second byte in all lanes; Y2, Y3  their masks
//	R9  n-64, the last place at which two vectors can be tested at once
TEXT ·pairVector(SB), NOSPLIT, $0-40
	MOVQ b_base+0(FP), SI
	MOVQ b_len+8(FP), CX
	MOVQ q+24(FP), DX
	MOVQ pair_distance(DX), R8
	VPBROADCASTB pair_first(DX), Y0
	VPBROADCASTB pair_second(DX), Y1
	VPBROADCASTB pair_firstMask(DX), Y2
	VPBROADCASTB pair_secondMask(DX), Y3
	SUBQ R8, CX
	LEAQ (SI)(R8*1), DI
	LEAQ -64(CX), R9
	LEAQ -32(CX), R10
	XORQ AX, AX
	CMPQ AX, R9
	JGT  tail

loop: // 64 places: compare both bytes, keep where both agree
	VPOR     (SI)(AX*1), Y2, Y4
	VPOR     (DI)(AX*1), Y3, Y5
	VPOR     32(SI)(AX*1), Y2, Y6
	VPOR     32(DI)(AX*1), Y3, Y7
	VPCMPEQB Y0, Y4, Y4
	VPCMPEQB Y1, Y5, Y5
	VPCMPEQB Y0, Y6, Y6
	VPCMPEQB Y1, Y7, Y7
	VPAND    Y4, Y5, Y4
	VPAND    Y6, Y7, Y6
	VPOR     Y4, Y6, Y8
	VPTEST   Y8, Y8
	JNZ      hit
	ADDQ     $64, AX
	CMPQ     AX, R9
	JLE      loop

tail: // fewer than 64 places are left: at most two single steps
	CMPQ      AX, CX
	JGE       none
	CMPQ      AX, R10
	CMOVQGT   R10, AX
	VPOR      (SI)(AX*1), Y2, Y4
	VPOR      (DI)(AX*1), Y3, Y5
	VPCMPEQB  Y0, Y4, Y4
	VPCMPEQB  Y1, Y5, Y5
	VPAND     Y4, Y5, Y4
	VPMOVMSKB Y4, BX
	TESTL     BX, BX
	JNZ       found
	ADDQ      $32, AX
	JMP       tail

hit: // in the first vector of the two, or else in the second
	VPMOVMSKB Y4, BX
	TESTL     BX, BX
	JNZ       found
	VPMOVMSKB Y6, BX
	ADDQ      $32, AX

found:
	BSFL BX, BX
	ADDQ BX, AX
	VZEROUPPER
	MOVQ AX, ret+32(FP)
	RET

none:
	VZEROUPPER
	MOVQ $-1, ret+32(FP)
	RET

// A window is hit where each place has some bucket: the least of the four bytes is
// not zero (VPMINUB). Teddy is hit where all places share a bucket (VPAND).

// func window1Vector(b []byte, t *nibbles) int
TEXT ·window1Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, Y0, Y1)
loop:
	STEP(none)
	LOOKUP(0, Y0, Y1, Y10)
	TEST(loop, hit)
	FINISH(hit, none)

// func window2Vector(b []byte, t *nibbles) int
TEXT ·window2Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, Y0, Y1)
	TABLE(1, Y2, Y3)
loop:
	STEP(none)
	LOOKUP(0, Y0, Y1, Y10)
	LOOKUP(1, Y2, Y3, Y11)
	VPMINUB Y10, Y11, Y10
	TEST(loop, hit)
	FINISH(hit, none)

// func window3Vector(b []byte, t *nibbles) int
TEXT ·window3Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, Y0, Y1)
	TABLE(1, Y2, Y3)
	TABLE(2, Y6, Y7)
loop:
	STEP(none)
	LOOKUP(0, Y0, Y1, Y10)
	LOOKUP(1, Y2, Y3, Y11)
	LOOKUP(2, Y6, Y7, Y12)
	VPMINUB Y10, Y11, Y10
	VPMINUB Y10, Y12, Y10
	TEST(loop, hit)
	FINISH(hit, none)

// func window4Vector(b []byte, t *nibbles) int
TEXT ·window4Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, Y0, Y1)
	TABLE(1, Y2, Y3)
	TABLE(2, Y6, Y7)
	TABLE(3, Y8, Y9)
loop:
	STEP(none)
	LOOKUP(0, Y0, Y1, Y10)
	LOOKUP(1, Y2, Y3, Y11)
	LOOKUP(2, Y6, Y7, Y12)
	LOOKUP(3, Y8, Y9, Y13)
	VPMINUB Y10, Y11, Y10
	VPMINUB Y12, Y13, Y12
	VPMINUB Y10, Y12, Y10
	TEST(loop, hit)
	FINISH(hit, none)

// func teddy2Vector(b []byte, t *nibbles) int
TEXT ·teddy2Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, Y0, Y1)
	TABLE(1, Y2, Y3)
loop:
	STEP(none)
	LOOKUP(0, Y0, Y1, Y10)
	LOOKUP(1, Y2, Y3, Y11)
	VPAND Y10, Y11, Y10
	TEST(loop, hit)
	FINISH(hit, none)

// func teddy3Vector(b []byte, t *nibbles) int
TEXT ·teddy3Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, Y0, Y1)
	TABLE(1, Y2, Y3)
	TABLE(2, Y6, Y7)
loop:
	STEP(none)
	LOOKUP(0, Y0, Y1, Y10)
	LOOKUP(1, Y2, Y3, Y11)
	LOOKUP(2, Y6, Y7, Y12)
	VPAND Y10, Y11, Y10
	VPAND Y10, Y12, Y10
	TEST(loop, hit)
	FINISH(hit, none)

// func teddy4Vector(b []byte, t *nibbles) int
TEXT ·teddy4Vector(SB), NOSPLIT, $0-40
	BEGIN
	TABLE(0, Y0, Y1)
	TABLE(1, Y2, Y3)
	TABLE(2, Y6, Y7)
	TABLE(3, Y8, Y9)
loop:
	STEP(none)
	LOOKUP(0, Y0, Y1, Y10)
	LOOKUP(1, Y2, Y3, Y11)
	LOOKUP(2, Y6, Y7, Y12)
	LOOKUP(3, Y8, Y9, Y13)
	VPAND Y10, Y11, Y10
	VPAND Y12, Y13, Y12
	VPAND Y10, Y12, Y10
	TEST(loop, hit)
	FINISH(hit, none)
