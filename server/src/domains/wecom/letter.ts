import { AUDIENCE, MOST_BYTES } from '@xueheng/contract/domains/wecom/message.ts'
import { fault } from '../../platform/error.ts'

/** What is written to departments. */
export interface Letter {
  title: string
  content: string
  url: string | null
  audience: number
}

/** The platform takes what was sent once for once, so long: the longest it offers. */
export const CHECKED_SECONDS = 14_400

const CUT = '…'

const RECEIVERS: Readonly<Record<number, number>> = {
  [AUDIENCE.parents]: 0,
  [AUDIENCE.students]: 1,
  [AUDIENCE.both]: 2,
}

/** One request: a message of the application to members, or a notice of the school to parents and students. */
export function requestOf(letter: Letter, agentId: number, parties: readonly number[]): { path: string; body: object } {
  const checked = { agentid: agentId, enable_duplicate_check: 1, duplicate_check_interval: CHECKED_SECONDS }
  if (letter.audience === AUDIENCE.members) {
    return { path: '/cgi-bin/message/send', body: { toparty: parties.join('|'), ...cardOf(letter), ...checked } }
  }
  const to = { recv_scope: RECEIVERS[letter.audience], to_party: parties.map(String) }
  return { path: '/cgi-bin/externalcontact/message/send', body: { ...to, ...newsOf(letter), ...checked } }
}

function textOf({ title, content }: Letter): string {
  return `${title}\n${content}`
}

function cardOf(letter: Letter): object {
  const { title, content: description, url } = letter
  return url
    ? { msgtype: 'textcard', textcard: { title, description, url } }
    : { msgtype: 'text', text: { content: textOf(letter) } }
}

/** Notices of a school know no cards; news of one article look the same. */
function newsOf(letter: Letter): object {
  const { title, content: description, url } = letter
  return url
    ? { msgtype: 'news', news: { articles: [{ title, description, url }] } }
    : { msgtype: 'text', text: { content: textOf(letter) } }
}

/** Refuses what the platform would cut or refuse, naming the field. */
export function assertLetter(letter: Letter): void {
  if (!letter.url) return assertBytes('content', '标题和消息内容共', textOf(letter), MOST_BYTES.text)
  assertBytes('title', '有链接时消息标题', letter.title, MOST_BYTES.title)
  assertBytes('content', '有链接时消息内容', letter.content, MOST_BYTES.description)
  assertBytes('url', '链接', letter.url, MOST_BYTES.text)
}

function assertBytes(field: string, what: string, text: string, most: number): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > most) throw fault(field, `${what}最多${most}字节（一个汉字3字节），现有${bytes}字节，请缩短`)
}

/** As much of a text as the platform takes, in whole characters. */
export function cutText(text: string, most: number = MOST_BYTES.text): string {
  if (Buffer.byteLength(text) <= most) return text
  let bytes = Buffer.byteLength(CUT)
  let kept = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > most) break
    kept += character
  }
  return kept + CUT
}
