import { type XmlValue, writeXml } from '../../platform/provider/write-xml.ts'
import type { Incoming } from './incoming.ts'

type Content = Record<string, unknown>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What of a message an answer to the callback itself can carry: elements by name. */
const PASSIVE: Readonly<Record<string, (content: Content) => Record<string, XmlValue>>> = {
  text: (content) => ({ Content: text(content['content']) }),
  image: (content) => ({ Image: { MediaId: text(content['media_id']) } }),
  voice: (content) => ({ Voice: { MediaId: text(content['media_id']) } }),
  video: (content) => ({ Video: { MediaId: text(content['media_id']) } }),
  music: (content) => ({
    Music: {
      Title: text(content['title']),
      Description: text(content['description']),
      MusicUrl: text(content['musicurl']),
      HQMusicUrl: text(content['hqmusicurl']),
      ThumbMediaId: text(content['thumb_media_id']),
    },
  }),
  news(content) {
    const [article = {}] = (content['articles'] ?? []) as Content[]
    const item = {
      Title: text(article['title']),
      Description: text(article['description']),
      PicUrl: text(article['picurl']),
      Url: text(article['url']),
    }
    return { ArticleCount: 1, Articles: { item } }
  },
  transfer_customer_service: () => ({}),
}

export function canBePassive(msgType: string): boolean {
  return msgType in PASSIVE
}

/** The answer to a callback: from the account to whoever wrote. */
export function passiveReply({ openid, accountName }: Incoming, msgType: string, content: Content, now: Date): string {
  return writeXml({
    ToUserName: openid,
    FromUserName: accountName,
    CreateTime: Math.floor(now.getTime() / 1000),
    MsgType: msgType,
    ...PASSIVE[msgType]?.(content),
  })
}
