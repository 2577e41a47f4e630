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

test('SM2 gives the signature of GB/T 32918.5 with the number the standard takes', () => {
  const key = '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8'
  const k = '59276e27d506861a16680f3ad9c02dccef3cc1fa3cdbe4ce6d54b80deac1bc21'
  const point = sm2.getPublicKeyFromPrivateKey(k)
  const pointPool = [{ k: BigInt(`0x${k}`), x1: BigInt(`0x${point.slice(2, 66)}`) }]
  const message = Buffer.from('message digest')
  expect(sm2.doSignature(message, key, { hash: true, userId: '1234567812345678', pointPool })).toBe(
    'f5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3b1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aa',
  )
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
