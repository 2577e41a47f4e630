import { type XmlElement, readXml, xmlTexts } from '../../platform/provider/read-xml.ts'
import { foreignCallback } from '../../platform/provider/callback-crypt.ts'

/** A message or event of the platform, as it came. */
export interface Incoming {
  openid: string
  /** The account's own name, to be answered from. */
  accountName: string
  msgType: string
  at: Date
  /** 64 bits and more digits than a number has. */
  msgId: string
  event: string
  eventKey: string
  content: string
  detail: Record<string, unknown>
  texts: Partial<Record<string, string>>
}

const DETAILS: Readonly<Record<string, Record<string, string>>> = {
  text: { content: 'Content' },
  image: { picUrl: 'PicUrl', mediaId: 'MediaId' },
  voice: { format: 'Format', mediaId: 'MediaId', recognition: 'Recognition' },
  video: { thumbMediaId: 'ThumbMediaId', mediaId: 'MediaId' },
  shortvideo: { thumbMediaId: 'ThumbMediaId', mediaId: 'MediaId' },
  location: { locationX: 'Location_X', locationY: 'Location_Y', scale: 'Scale', label: 'Label' },
  link: { title: 'Title', description: 'Description', url: 'Url' },
  event: {
    event: 'Event',
    eventKey: 'EventKey',
    latitude: 'Latitude',
    longitude: 'Longitude',
    precision: 'Precision',
    status: 'Status',
  },
}

/** Reads the XML of a callback; whatever is no message is refused. */
export function readIncoming(xml: string): Incoming {
  const texts = xmlTexts(rootOf(xml))
  const { ToUserName, FromUserName, CreateTime, MsgType, MsgId, Event, EventKey, Content } = texts
  if (!ToUserName || !FromUserName || !MsgType || !/^\d{1,12}$/.test(CreateTime ?? '')) throw foreignCallback()
  const names = DETAILS[MsgType] ?? {}
  const detail = Object.fromEntries(
    Object.entries(names).flatMap(([name, element]) => (texts[element] ? [[name, texts[element]]] : [])),
  )
  return {
    openid: FromUserName.slice(0, 64),
    accountName: ToUserName,
    msgType: MsgType.slice(0, 25),
    at: new Date(Number(CreateTime) * 1000),
    msgId: MsgId ?? '',
    event: Event ?? '',
    eventKey: EventKey ?? '',
    content: Content ?? '',
    detail,
    texts,
  }
}

export function rootOf(xml: string): XmlElement {
  try {
    return readXml(xml)
  } catch {
    throw foreignCallback()
  }
}

/** Under what a message is the same one again: its number, or for an event who, when and what. */
export function onceKeyOf({ msgId, openid, at, event, eventKey }: Incoming): string {
  const key = msgId ? `msg:${msgId}` : `event:${openid}:${at.getTime() / 1000}:${event}:${eventKey}`
  return key.slice(0, 128)
}
