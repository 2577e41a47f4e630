import * as z from 'zod'
import { fault } from '../../platform/error.ts'

const PLAIN: Readonly<Record<string, string>> = {
  text: 'content',
  image: 'media_id',
  voice: 'media_id',
  video: 'media_id',
  mpnews: 'media_id',
  mpnewsarticle: 'article_id',
  wxcard: 'card_id',
}

const MUSIC = z.object({
  musicurl: z.string(),
  hqmusicurl: z.string(),
  thumb_media_id: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
})
const NEWS = z.object({
  title: z.string(),
  description: z.string().optional(),
  url: z.string(),
  picUrl: z.string().optional(),
})
const PAGE = z.object({ title: z.string(), appid: z.string(), pagepath: z.string(), thumb_media_id: z.string() })
const MENU = z.object({
  head_content: z.string(),
  list: z.array(z.object({ id: z.string(), content: z.string() })).min(1),
  tail_content: z.string().optional(),
})

/** Types of a reply that a rule or a person may give. */
export const REPLY_TYPES: readonly string[] = [...Object.keys(PLAIN), 'music', 'news', 'miniprogrampage', 'msgmenu']

/** What a message of this type carries, from the one text people fill in. Throws at `replyContent` what it cannot read. */
export function contentOf(replyType: string, replyContent: string): Record<string, unknown> {
  const plain = PLAIN[replyType]
  if (plain) return { [plain]: replyContent.trim() }
  if (replyType === 'music') return read(MUSIC, replyContent)
  if (replyType === 'miniprogrampage') return read(PAGE, replyContent)
  if (replyType === 'msgmenu') return read(MENU, replyContent)
  if (replyType === 'news') {
    const { picUrl, ...article } = read(NEWS, replyContent)
    return { articles: [{ ...article, picurl: picUrl ?? '' }] }
  }
  throw fault('replyType', '不支持的回复类型')
}

function read<T>(shape: z.ZodType<T>, text: string): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw fault('replyContent', '回复内容应为JSON对象')
  }
  // A client may send the one article in a list.
  const parsed = shape.safeParse(Array.isArray(value) && value.length === 1 ? value[0] : value)
  if (parsed.success) return parsed.data
  throw fault('replyContent', `回复内容缺少${String(parsed.error.issues[0]?.path.join('.') ?? '')}`)
}
