import { describe, expect, test } from 'vitest'
import { readXml, xmlTexts } from '../../platform/provider/read-xml.ts'
import { type Incoming, onceKeyOf, readIncoming } from './incoming.ts'
import { canBePassive, passiveReply } from './passive-reply.ts'

const xmlOf = (change: Record<string, string | undefined> = {}) => {
  const texts = { ToUserName: 'gh', FromUserName: 'o1', CreateTime: '1700000000', MsgType: 'text', ...change }
  const parts = Object.entries(texts).map(([name, text]) => (text === undefined ? '' : `<${name}>${text}</${name}>`))
  return `<xml>${parts.join('')}</xml>`
}

describe('a message of the platform', () => {
  test('is read as it came', () => {
    const { texts, ...read } = readIncoming(
      xmlOf({ Content: '你好', MsgId: '12345678901234567890', PicUrl: 'http://p' }),
    )
    expect(read).toEqual({
      openid: 'o1',
      accountName: 'gh',
      msgType: 'text',
      at: new Date(1_700_000_000_000),
      msgId: '12345678901234567890',
      event: '',
      eventKey: '',
      content: '你好',
      detail: { content: '你好' },
    })
    expect(texts['PicUrl']).toBe('http://p')
    expect(readIncoming(xmlOf({ MsgType: 'hologram', Content: 'x' })).detail).toEqual({})
    expect(readIncoming(xmlOf({ FromUserName: 'o'.repeat(70), MsgType: 'm'.repeat(30) }))).toMatchObject({
      openid: 'o'.repeat(64),
      msgType: 'm'.repeat(25),
    })
  })

  test.each([
    ['no receiver', { ToUserName: undefined }],
    ['no sender', { FromUserName: undefined }],
    ['no kind', { MsgType: undefined }],
    ['no time', { CreateTime: undefined }],
    ['a time that is none', { CreateTime: 'now' }],
    ['a time too long', { CreateTime: '1234567890123' }],
  ])('with %s is foreign', (_name, change) => {
    expect(() => readIncoming(xmlOf(change))).toThrow(expect.objectContaining({ status: 403 }))
  })

  test('is the same again under its number, an event by who, when and what', () => {
    const keyOf = (change: Record<string, string>) => onceKeyOf(readIncoming(xmlOf(change)))
    expect(keyOf({ MsgId: '7', Event: 'VIEW' })).toBe('msg:7')
    expect(keyOf({ MsgType: 'event', Event: 'VIEW', EventKey: 'k' })).toBe('event:o1:1700000000:VIEW:k')
    expect(keyOf({ MsgType: 'event', Event: 'VIEW', EventKey: 'k'.repeat(200) })).toHaveLength(128)
  })
})

describe('an answer to the callback itself', () => {
  const incoming: Pick<Incoming, 'openid' | 'accountName'> = { openid: 'o1', accountName: 'gh' }
  const reply = (type: string, content: Record<string, unknown>) =>
    readXml(passiveReply({ ...readIncoming(xmlOf()), ...incoming }, type, content, new Date(1_700_000_000_900)))
  const partsOf = (type: string, content: Record<string, unknown>, ...path: string[]) => {
    let element = reply(type, content)
    for (const name of path) element = element.children.find((one) => one.name === name) ?? element
    return xmlTexts(element)
  }

  test('says from whom, to whom, when and what', () => {
    expect(partsOf('text', { content: '好' })).toEqual({
      ToUserName: 'o1',
      FromUserName: 'gh',
      CreateTime: '1700000000',
      MsgType: 'text',
      Content: '好',
    })
    expect(partsOf('text', { content: 7 })['Content'] ?? '').toBe('')
  })

  test.each([
    ['image', 'Image'],
    ['voice', 'Voice'],
    ['video', 'Video'],
  ])('of kind %s carries its number', (type, element) => {
    expect(partsOf(type, { media_id: 'm1' }, element)).toEqual({ MediaId: 'm1' })
  })

  test('carries music and an article whole', () => {
    const music = { title: 't', description: 'd', musicurl: 'm', hqmusicurl: 'h', thumb_media_id: 'p' }
    expect(partsOf('music', music, 'Music')).toEqual({
      Title: 't',
      Description: 'd',
      MusicUrl: 'm',
      HQMusicUrl: 'h',
      ThumbMediaId: 'p',
    })
    const articles = [{ title: 't', description: 'd', picurl: 'p', url: 'u' }, { title: 'other' }]
    expect(partsOf('news', { articles })['ArticleCount']).toBe('1')
    expect(partsOf('news', { articles }, 'Articles', 'item')).toEqual({
      Title: 't',
      Description: 'd',
      PicUrl: 'p',
      Url: 'u',
    })
  })

  test('is not given of kinds that need a message of their own', () => {
    expect(['text', 'news', 'transfer_customer_service', 'wxcard', 'msgmenu'].map(canBePassive)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
