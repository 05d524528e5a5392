package pdf

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"fmt"
	"hash"
)

// lock decrypts the streams of a file (ISO 32000-2, 7.6). Strings are left as they
// are: none of those that stand in objects is text of a page.
type lock struct {
	key    []byte
	method name // V2 (RC4), AESV2, AESV3 or Identity
}

// encryption is what the Encrypt dictionary says.
type encryption struct {
	v, r     int
	length   int // of the key, in bytes
	o, u, ue string
	perms    int
	metadata bool // metadata is encrypted, too
	id       string
	method   name
}

// passwordPad fills passwords up to 32 bytes (ISO 32000-1, 7.6.3.3).
const passwordPad = "\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08" +
	"\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a"

// unlock makes the lock with the empty password, which opens files that are encrypted
// only to forbid printing or copying.
func (f *file) unlock() error {
	if f.trailer["Encrypt"] == nil {
		return nil
	}
	d := f.resolve(f.trailer["Encrypt"])
	if by := d.key("Filter").name(); by != "Standard" {
		return &Error{Encrypted, fmt.Sprintf("encrypted PDF: by %q, which is not known here", string(by))}
	}
	e := f.encryption(d)
	var key []byte
	switch {
	case e.v == 1 || e.v == 2 || e.v == 4:
		key = e.key()
	case e.v == 5:
		key = e.key256()
	default:
		return &Error{Encrypted, fmt.Sprintf("encrypted PDF: version %d of encryption is not known here", e.v)}
	}
	if key == nil {
		return &Error{Encrypted, "encrypted PDF: it needs a password"}
	}
	f.lock = &lock{key, e.method}
	return nil
}

func (f *file) encryption(d value) encryption {
	e := encryption{
		v: d.key("V").int(), r: d.key("R").int(), length: d.key("Length").int() / 8,
		o: d.key("O").string(), u: d.key("U").string(), ue: d.key("UE").string(),
		perms: d.key("P").int(), metadata: d.key("EncryptMetadata").data != false, method: "V2",
		id: f.resolve(f.trailer["ID"]).index(0).string(),
	}
	if e.v >= 4 {
		e.method = "Identity"
		if cf := d.key("CF").key(d.key("StmF").name()); cf.dict() != nil {
			e.method = cf.key("CFM").name()
		}
	}
	if e.v == 4 {
		e.length = 16
	}
	if e.v == 1 || e.length < 5 || e.length > 16 {
		e.length = 5
	}
	return e
}

// key is algorithms 2 and 6 of ISO 32000-1, 7.6.3, for the empty password; nil if that
// is not the password.
func (e encryption) key() []byte {
	if len(e.o) < 32 || len(e.u) < 16 {
		return nil
	}
	h := md5.New()
	h.Write([]byte(passwordPad))
	h.Write([]byte(e.o[:32]))
	h.Write(binary.LittleEndian.AppendUint32(nil, uint32(int64(e.perms))))
	h.Write([]byte(e.id))
	if e.r >= 4 && !e.metadata {
		h.Write([]byte{0xff, 0xff, 0xff, 0xff})
	}
	key := h.Sum(nil)
	if e.r >= 3 {
		for range 50 {
			sum := md5.Sum(key[:e.length])
			key = sum[:]
		}
	}
	key = key[:e.length]
	if want := e.check(key); !bytes.HasPrefix([]byte(e.u), want) {
		return nil
	}
	return key
}

// check is what U starts with if the key is right.
func (e encryption) check(key []byte) []byte {
	if e.r < 3 {
		return rc4Crypt(key, []byte(passwordPad))
	}
	sum := md5.Sum([]byte(passwordPad + e.id))
	out := sum[:]
	turned := make([]byte, len(key))
	for i := range 20 {
		for j := range key {
			turned[j] = key[j] ^ byte(i)
		}
		out = rc4Crypt(turned, out)
	}
	return out
}

// key256 is algorithm 2.A of ISO 32000-2, 7.6.4.3.3, for the empty user password.
func (e encryption) key256() []byte {
	if len(e.u) < 48 || len(e.ue) < 32 {
		return nil
	}
	hash := e.hash5
	if e.r >= 6 {
		hash = e.hash6
	}
	if !bytes.Equal(hash([]byte(e.u[32:40])), []byte(e.u[:32])) {
		return nil
	}
	block, err := aes.NewCipher(hash([]byte(e.u[40:48])))
	if err != nil {
		return nil
	}
	key := []byte(e.ue[:32])
	cipher.NewCBCDecrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(key, key)
	return key
}

func (e encryption) hash5(salt []byte) []byte {
	sum := sha256.Sum256(salt)
	return sum[:]
}

// hash6 is algorithm 2.B for the empty password.
func (e encryption) hash6(salt []byte) []byte {
	k := e.hash5(salt)
	for round := 0; ; round++ {
		data := bytes.Repeat(k, 64)
		block, err := aes.NewCipher(k[:16])
		if err != nil {
			return nil
		}
		cipher.NewCBCEncrypter(block, k[16:32]).CryptBlocks(data, data)
		rest := 0
		for _, c := range data[:16] {
			rest += int(c)
		}
		h := [...]func() hash.Hash{sha256.New, sha512.New384, sha512.New}[rest%3]()
		h.Write(data)
		k = h.Sum(nil)
		if round >= 63 && int(data[len(data)-1]) <= round-32 {
			return k[:32]
		}
	}
}

func rc4Crypt(key, data []byte) []byte {
	out := make([]byte, len(data))
	if c, err := rc4.NewCipher(key); err == nil {
		c.XORKeyStream(out, data)
	}
	return out
}

// open decrypts a stream (algorithm 1 and 1.A). A nil lock leaves it as it is.
func (k *lock) open(raw []byte, v value) []byte {
	if k == nil || k.method == "Identity" || k.method == "None" || v.key("Type").name() == "XRef" {
		return raw
	}
	key := k.key
	if k.method != "AESV3" {
		key = append(append([]byte{}, key...), byte(v.ref.num), byte(v.ref.num>>8), byte(v.ref.num>>16), byte(v.ref.gen), byte(v.ref.gen>>8))
		if k.method == "AESV2" {
			key = append(key, "sAlT"...)
		}
		sum := md5.Sum(key)
		key = sum[:min(len(k.key)+5, 16)]
	}
	if k.method == "V2" {
		return rc4Crypt(key, raw)
	}
	return cbcDecrypt(key, raw)
}

func cbcDecrypt(key, raw []byte) []byte {
	block, err := aes.NewCipher(key)
	if err != nil || len(raw) < 2*aes.BlockSize {
		return nil
	}
	iv, body := raw[:aes.BlockSize], raw[aes.BlockSize:]
	out := make([]byte, len(body)/aes.BlockSize*aes.BlockSize)
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(out, body[:len(out)])
	if pad := int(out[len(out)-1]); pad >= 1 && pad <= aes.BlockSize {
		out = out[:len(out)-pad]
	}
	return out
}
