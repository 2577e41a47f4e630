import { expect, test } from 'vitest'
import { TOLD_ARTICLE, articleFromUpstream, articleUpstream } from './wx-articles.ts'

test('an article goes to the platform whole, and comes back as what it lacks says', () => {
  const article = {
    title: '家长会',
    author: '校办',
    digest: '摘要',
    content: '<p>文</p>',
    contentSourceUrl: 'https://a.cn',
    thumbMediaId: 'cover',
    needOpenComment: true,
    onlyFansCanComment: 1,
  }
  expect(articleUpstream(article)).toEqual({
    article_type: 'news',
    title: '家长会',
    author: '校办',
    digest: '摘要',
    content: '<p>文</p>',
    content_source_url: 'https://a.cn',
    thumb_media_id: 'cover',
    need_open_comment: 1,
    only_fans_can_comment: 1,
  })
  expect(articleUpstream({ title: 't', content: 'c', thumbMediaId: 'm' })).toMatchObject({
    author: '',
    digest: '',
    content_source_url: '',
    need_open_comment: 0,
    only_fans_can_comment: 0,
  })
  expect(articleFromUpstream(TOLD_ARTICLE.parse({}))).toEqual({
    title: '',
    thumbMediaId: '',
    author: '',
    digest: '',
    content: '',
    contentSourceUrl: '',
    showCoverPic: 0,
    needOpenComment: 0,
    onlyFansCanComment: 0,
    url: '',
    thumbUrl: '',
  })
  const told = {
    title: 't',
    thumb_media_id: 'm',
    show_cover_pic: 1,
    need_open_comment: 1,
    only_fans_can_comment: 1,
    url: 'u',
    thumb_url: 'v',
  }
  expect(articleFromUpstream(TOLD_ARTICLE.parse(told))).toMatchObject({
    title: 't',
    thumbMediaId: 'm',
    showCoverPic: 1,
    needOpenComment: 1,
    onlyFansCanComment: 1,
    url: 'u',
    thumbUrl: 'v',
  })
})
