import { createCipheriv } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callbackSignature, decryptCallback, encryptCallback, isSigned } from './callback-crypt.ts'

const KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
const APPID = 'wxb11529c136998cb6'

describe('published examples', () => {
  test('sorted parts and their hash', () => {
    expect(callbackSignature(['345', '123'])).toBe('9f537aeb751ec72605f57f94a2f6dc3e3958e1dd')
    const words = ['RMNlACHlV5ThzfRlVS4D4', 'timestamp', 'nonce', 'encrypt']
    expect(callbackSignature(words)).toBe('8edac0945683c119ee71c9f6256d76c48aa08a96')
    expect(callbackSignature(['pamtest', '1409304348', 'xxxxxx'])).toBe('76480565cbe296026c53aaacd1ad523a1ddba24f')
  })

  test.each([
    [
      '我是中文abcd123',
      'jn1L23DB+6ELqJ+6bruv21Y6MD7KeIfP82D6gU39rmkgczbWwt5+3bnyg5K55bgVtVzd832WzZGMhkP72vVOfg==',
      '82c962d39941aa48552f90ef55aa323dc620cc10',
    ],
    // The padding fills a block of its own.
    [
      'abcdefghijklmnopqrstuvwxyz',
      'jn1L23DB+6ELqJ+6bruv24kfnRA9CJ8qXRQfcTjuspbcu/BSVDHix6RSI3nK3z+fMd03dqZ5HIPCrQNNDa2xYd47apRHAo9FEf57/GQVWffqnF3WzheksoIGmk00BgBc',
      '2b07674cc11d69d1eb5a852d4d239f5190949b19',
    ],
  ])('%s both ways', (message, encrypted, signature) => {
    expect(encryptCallback(KEY, message, APPID, Buffer.from('aaaabbbbccccdddd'))).toBe(encrypted)
    expect(decryptCallback(KEY, encrypted, APPID)).toBe(message)
    expect(callbackSignature(['pamtest', '1409304348', 'xxxxxx', encrypted])).toBe(signature)
  })
})

const WORK = { key: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C', id: 'wx5823bf96d3bd56c7', token: 'QDG6eK' }
const SAMPLE = { key: '6qkdMrq68nTKduznJYO1A37W2oEgpkMUvkttRToqhUt', id: 'ww1436e0e65a779aee' }
const W2 =
  'RypEvHKD8QQKFhvQ6QleEB4J58tiPdvo+rtK1I9qca6aM/wvqnLSV5zEPeusUiX5L5X/0lWfrf0QADHHhGd3QczcdCUpj911L3vg3W/sYYvuJTs3TUUkSUXxaccAS0qhxchrRYt66wiSpGLYL42aM6A8dTT+6k4aSknmPj48kzJs8qLjvd4Xgpue06DOdnLxAUHzM6+kDZ+HMZfJYuR+LtwGc2hgf5gsijff0ekUNXZiqATP7PF5mZxZ3Izoun1s4zG4LUMnvw2r+KqCKIw+3IQH03v+BCA9nMELNqbSf6tiWSrXJB3LAVGUcallcrw8V2t9EL4EhzJWrQUax5wLVMNS0+rUPA3k22Ncx4XXZS9o0MBH27Bo6BpNelZpS+/uh9KsNlY6bHCmJU9p8g7m3fVKn28H3KDYA5Pl/T8Z1ptDAVe0lXdQ2YoyyH2uyPIGHBZZIs2pDBS8R07+qN+E7Q=='
const W4 =
  'Kl7kjoSf6DMD1zh7rtrHjFaDapSCkaOnwu3bqLc5tAybhhMl9pFeK8NslNPVdMwmBQTNoW4mY7AIjeLvEl3NyeTkAgGzBhzTtRLNshw2AEew+kkYcD+Fq72Kt00fT0WnN87hGrW8SqGc+NcT3mu87Ha3dz1pSDi6GaUA6A0sqfde0VJPQbZ9U+3JWcoD4Z5jaU0y9GSh010wsHF8KZD24YhmZH4ch4Ka7ilEbjbfvhKkNL65HHL0J6EYJIZUC2pFrdkJ7MhmEbU2qARR4iQHE7wy24qy0cRX3Mfp6iELcDNfSsPGjUQVDGxQDCWjayJOpcwocugux082f49HKYg84EpHSGXAyh+/oxwaWbvL6aSDPOYuPDGOCI8jmnKiypE+'

describe('examples of corporate messaging', () => {
  test('an address is verified by what its echo decrypts to', () => {
    const echo = 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ=='
    const parts = [WORK.token, '1409659589', '263014780', echo]
    expect(isSigned('5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3', parts)).toBe(true)
    expect(decryptCallback(WORK.key, echo, WORK.id)).toBe('1616140317555161061')
    const other = 'fsi1xnbH4yQh0+PJxcOdhhK6TDXkjMyhEPA7xB2TGz6b+g7xyAbEkRxN/3cNXW9qdqjnoVzEtpbhnFyq6SVHyA=='
    const signed = ['hJqcu3uJ9Tn2gXPmxx2w9kkCkCE2EPYo', '1476416373', '47744683', other]
    expect(isSigned('012bc692d0a58dd4b10f8dfe5c4ac00ae211ebeb', signed)).toBe(true)
    expect(decryptCallback(SAMPLE.key, other, SAMPLE.id)).toBe('1288432023552776189')
  })

  // A padding of 30: libraries that know blocks of 16 alone refuse it.
  test('a message with a long padding', () => {
    const parts = [WORK.token, '1409659813', '1372623149', W2]
    expect(isSigned('477715d11cdb4164915debcba66cb864d751f3e6', parts)).toBe(true)
    const message = decryptCallback(WORK.key, W2, WORK.id)
    expect(Buffer.byteLength(message)).toBe(284)
    expect(message).toContain('<MsgId>4561255354251345929</MsgId>')
  })

  test('a message in Chinese', () => {
    const parts = ['hJqcu3uJ9Tn2gXPmxx2w9kkCkCE2EPYo', '1476422779', '1597212914', W4]
    expect(isSigned('0c3914025cb4b4d68103f6bfc8db550f79dcf48e', parts)).toBe(true)
    const message = decryptCallback(SAMPLE.key, W4, SAMPLE.id)
    expect(Buffer.byteLength(message)).toBe(228)
    expect(message).toContain('你好')
  })

  test('the nonce belongs to the signature', () => {
    const echo = '4ByGGj+sVCYcvGeQYhaKIk1o0pQRNbRjxybjTGblXrBaXlTXeOo1+bXFXDQQb1o6co6Yh9Bv41n7hOchLF6p+Q=='
    const signature = 'dd6b9c95b495b3f7e2901bfbc76c664930ffdb96'
    expect(isSigned(signature, ['123456', '1411443780', '437374425', echo])).toBe(true)
    expect(isSigned(signature, ['123456', '1411443780', '437374424', echo])).toBe(false)
    const key = 'kWxPEV2UEDyxWpmPdKC3F4dgPDmOvfKX1HGnEUDS1aR'
    expect(decryptCallback(key, echo, 'wx49f0ab532d5d035a')).toBe('5927782489442352469')
  })

  test('a reply of eight lines', () => {
    const reply = [
      '<xml>',
      '<MsgType><![CDATA[text]]></MsgType>',
      '<Content><![CDATA[test]]></Content>',
      '<FromUserName><![CDATA[wx49f0ab532d5d035a]]></FromUserName>',
      '<ToUserName><![CDATA[messense]]></ToUserName>',
      '<AgentID>1</AgentID>',
      '<CreateTime>1411525903</CreateTime>',
      '</xml>',
    ].join('\n')
    const key = 'kWxPEV2UEDyxWpmPdKC3F4dgPDmOvfKX1HGnEUDS1aR'
    const encrypted = encryptCallback(key, reply, 'wx49f0ab532d5d035a', Buffer.from('1234567890123456'))
    expect(encrypted).toMatch(/^9s4gMv99m88kKTh\/H8IdkOiMg6bisoy3/)
    expect(callbackSignature(['123456', '1411525903', '461056294', encrypted])).toBe(
      '407518b7649e86ef23978113f92d27afa9296533',
    )
  })
})

describe('what is not as it must be is refused', () => {
  const good = encryptCallback(KEY, '我是中文abcd123', APPID)
  const changed = (change: (bytes: Buffer) => Buffer): string => change(Buffer.from(good, 'base64')).toString('base64')

  test('by its id', () => {
    expect(() => decryptCallback(KEY, good, 'wx0000000000000000')).toThrow('非法请求')
    expect(() => decryptCallback(KEY, good, '')).toThrow('非法请求')
  })

  test('by its padding', () => {
    const flipped = changed((bytes) => {
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      return bytes
    })
    expect(() => decryptCallback(KEY, flipped, APPID)).toThrow('非法请求')
  })

  test('by its length', () => {
    expect(() =>
      decryptCallback(
        KEY,
        changed((bytes) => bytes.subarray(0, 40)),
        APPID,
      ),
    ).toThrow('非法请求')
    expect(() => decryptCallback(KEY, '', APPID)).toThrow('非法请求')
    expect(() => decryptCallback(KEY, '不是密文', APPID)).toThrow('非法请求')
  })

  test('by a text too short to say how long it is', () => {
    const key = Buffer.from(`${KEY}=`, 'base64')
    const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
    const short = Buffer.concat([Buffer.from('nineteen bytes long'), Buffer.alloc(13, 13)])
    const sent = Buffer.concat([cipher.update(short), cipher.final()]).toString('base64')
    expect(() => decryptCallback(KEY, sent, APPID)).toThrow('非法请求')
  })

  test('by a length within that reaches beyond the text', () => {
    // The second block of AES starts with the length, so a bit of the first block changes it.
    const longer = changed((bytes) => {
      bytes[0] = (bytes[0] ?? 0) ^ 0x80
      return bytes
    })
    expect(() => decryptCallback(KEY, longer, APPID)).toThrow('非法请求')
  })

  test('by its key', () => {
    expect(() => decryptCallback(KEY.slice(1), good, APPID)).toThrow('非法请求')
    expect(() => decryptCallback(`b${KEY.slice(1)}`, good, APPID)).toThrow('非法请求')
  })
})
