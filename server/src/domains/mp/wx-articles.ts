import { MOST_ARTICLES, type WxArticle } from '@xueheng/contract/domains/mp/wx-assets.ts'
import * as z from 'zod'
import { fault, refuse } from '../../platform/error.ts'

const FLAG = z.union([z.boolean(), z.number()]).optional()
const TYPED = z.object({
  title: z.string(),
  thumbMediaId: z.string(),
  content: z.string(),
  author: z.string().nullish(),
  digest: z.string().nullish(),
  contentSourceUrl: z.string().nullish(),
  showCoverPic: FLAG,
  needOpenComment: FLAG,
  onlyFansCanComment: FLAG,
})

/** An article as the platform tells of one. */
export const TOLD_ARTICLE = z.object({
  title: z.string().default(''),
  thumb_media_id: z.string().default(''),
  author: z.string().nullish(),
  digest: z.string().nullish(),
  content: z.string().nullish(),
  content_source_url: z.string().nullish(),
  show_cover_pic: z.number().nullish(),
  need_open_comment: z.number().nullish(),
  only_fans_can_comment: z.number().nullish(),
  url: z.string().nullish(),
  thumb_url: z.string().nullish(),
})

const MOST = { title: 32, author: 16, digest: 128, content: 20_000 }

/** Articles as somebody typed them. Throws what they lack, by field. */
export function typedArticles(given: unknown): WxArticle[] {
  const list = Array.isArray(given) ? given : given ? [given] : []
  if (list.length === 0) throw refuse('图文列表不得为空')
  if (list.length > MOST_ARTICLES) throw refuse(`一组图文最多${MOST_ARTICLES}篇`)
  return list.map((one) => typedArticle(one))
}

export function typedArticle(given: unknown): WxArticle {
  const parsed = TYPED.safeParse(given)
  if (!parsed.success) throw refuse('文章不得为空')
  const { author, digest, contentSourceUrl, ...rest } = parsed.data
  const article = {
    ...rest,
    ...(author && { author }),
    ...(digest && { digest }),
    ...(contentSourceUrl && { contentSourceUrl }),
  } as WxArticle
  assertArticle(article)
  return article
}

function assertArticle(article: WxArticle): void {
  if (!article.title.trim()) throw fault('title', '请输入文章标题')
  if (!article.content.trim()) throw fault('content', '请输入文章内容')
  if (!article.thumbMediaId.trim()) throw fault('thumbMediaId', '请选择封面素材')
  if (article.title.length > MOST.title) throw fault('title', `文章标题最多${MOST.title}个字符`)
  if ((article.author?.length ?? 0) > MOST.author) throw fault('author', `作者最多${MOST.author}个字符`)
  if ((article.digest?.length ?? 0) > MOST.digest) throw fault('digest', `摘要最多${MOST.digest}个字符`)
  if (article.content.length >= MOST.content) throw fault('content', `文章内容须少于${MOST.content}个字符`)
}

export function articleUpstream(article: WxArticle): object {
  return {
    article_type: 'news',
    title: article.title,
    author: article.author ?? '',
    digest: article.digest ?? '',
    content: article.content,
    content_source_url: article.contentSourceUrl ?? '',
    thumb_media_id: article.thumbMediaId,
    need_open_comment: Number(article.needOpenComment ?? 0),
    only_fans_can_comment: Number(article.onlyFansCanComment ?? 0),
  }
}

export function articleFromUpstream(told: z.infer<typeof TOLD_ARTICLE>): WxArticle {
  return {
    title: told.title,
    thumbMediaId: told.thumb_media_id,
    author: told.author ?? '',
    digest: told.digest ?? '',
    content: told.content ?? '',
    contentSourceUrl: told.content_source_url ?? '',
    showCoverPic: told.show_cover_pic ?? 0,
    needOpenComment: told.need_open_comment ?? 0,
    onlyFansCanComment: told.only_fans_can_comment ?? 0,
    url: told.url ?? '',
    thumbUrl: told.thumb_url ?? '',
  }
}
