import { expect, test } from 'vitest'
import { md5Hex, wirePassword } from './cipher.ts'

const KEY = '0123456789abcdef0123456789abcdef'

test('md5: vectors of RFC 1321, and Chinese text as UTF-8 (md5sum)', () => {
  expect(md5Hex('')).toBe('d41d8cd98f00b204e9800998ecf8427e')
  expect(md5Hex('message digest')).toBe('f96b697d7cb7938d525a2f31aaf161d0')
  expect(md5Hex('学衡')).toBe('edb2eba77fb605cc4e5979f331d005b3')
})

test('the wire form is what openssl makes of the MD5 text: aes-256-cbc, IV the first 16 bytes of the key', () => {
  expect(wirePassword('admin', KEY)).toBe('tN6g7MLOAvZLY1FQPFbLR0YZf80boLbOv1+yTJPn4/T0MWjsIKwW0ImgXe0l3dDx')
})

test('a key of 16 characters gives aes-128-cbc', () => {
  expect(wirePassword('a', KEY.slice(0, 16))).toBe('uqXbhoPpT/6aFDs25mLj27m3zOgpor9ckO58EjeHNCnSoUeeyU2qcsZrj8YP7o0A')
})
