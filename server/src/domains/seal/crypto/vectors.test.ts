import { createCipheriv } from 'node:crypto'
import { sm2, sm4 } from 'sm-crypto-v2'
import { expect, test } from 'vitest'

// What the library and the runtime answer to the published examples; the product's own functions are in sm2.test.ts.
const KEY = '0123456789abcdeffedcba9876543210'

function sm4Ecb(plain: Buffer): Buffer {
  const cipher = createCipheriv('sm4-ecb', Buffer.from(KEY, 'hex'), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.final()])
}

test('SM4 gives the block of GB/T 32907, and that of a million rounds', () => {
  expect(sm4Ecb(Buffer.from(KEY, 'hex')).toString('hex')).toBe('681edf34d206965e86b3e94f536e4246')
  const chained = createCipheriv('sm4-ecb', Buffer.from(KEY, 'hex'), null).setAutoPadding(false)
  let block: Buffer = Buffer.from(KEY, 'hex')
  for (let round = 0; round < 1_000_000; round += 1) block = chained.update(block)
  expect(block.toString('hex')).toBe('595298c7c6fd271f0402f804c33d3f66')
})

test('SM4-GCM gives the text and tag of RFC 8998', () => {
  const plain = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'ee', 'aa'].map((pair) => pair.repeat(8)).join('')
  const options = {
    mode: 'gcm',
    iv: '00001234567800000000abcd',
    associatedData: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
    output: 'string',
    outputTag: true,
  } as const
  const { output, tag } = sm4.encrypt(Buffer.from(plain, 'hex'), KEY, options)
  expect(output).toBe(
    '17f399f08c67d5ee19d0dc9969c4bb7d5fd46fd3756489069157b282bb200735d82710ca5c22f0ccfa7cbf93d496ac15a56834cbcf98c397b4024a2691233b8d',
  )
  expect(tag).toBe('83de3541e4c2b58177e065a9bf7b62ec')
})

test('SM2 opens the text of GB/T 32918.5', () => {
  const [c1, c3, c2] = [
    '04ebfc718e8d1798620432268e77feb6415e2ede0e073c0f4f640ecd2e149a73e858f9d81e5430a57b36daab8f950a3c64e6ee6a63094d99283aff767e124df0',
    '59983c18f809e262923c53aec295d30383b54e39d609d160afcb1908d0bd8766',
    '21886ca989ca9c7d58087307ca93092d651efa',
  ]
  const key = '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8'
  expect(sm2.doDecrypt(`${c1}${c3}${c2}`, key, 1)).toBe('encryption standard')
})
