import { describe, expect, test } from 'vitest'
import { isAnswering, isInForce } from './reply-rules.ts'
import { contentOf } from './send-message.ts'

describe('the time of a rule', () => {
  const from = (effectTimeStart: string, effectTimeEnd: string) => ({ effectTimeStart, effectTimeEnd })
  test.each([
    ['08:00:00', '18:00:00', '08:00:00', true],
    ['08:00:00', '18:00:00', '18:00:00', true],
    ['08:00:00', '18:00:00', '07:59:59', false],
    ['08:00:00', '18:00:00', '18:00:01', false],
    // Over midnight.
    ['22:00:00', '06:00:00', '23:30:00', true],
    ['22:00:00', '06:00:00', '00:00:00', true],
    ['22:00:00', '06:00:00', '06:00:00', true],
    ['22:00:00', '06:00:00', '06:00:01', false],
    ['22:00:00', '06:00:00', '21:59:59', false],
    ['00:00:00', '23:59:59', '12:00:00', true],
  ])('from %s to %s holds at %s: %s', (start, end, now, holds) => {
    expect(isInForce(from(start, end), now)).toBe(holds)
  })
})

describe('the words of a rule', () => {
  const rule = (matchValue: string, exactMatch = 0) => ({ matchValue, exactMatch })
  test.each([
    ['成绩', 0, '查成绩', false, true],
    ['成绩', 1, '查成绩', false, false],
    ['成绩', 1, '成绩', false, true],
    ['成绩', 0, '查成绩', true, false],
    ['请假, 成绩 ，分数', 0, '看分数', false, true],
    ['请假, 成绩 ', 1, '成绩', false, true],
    ['成绩', 0, '  ', false, false],
    [' , ', 0, 'a,b', false, false],
    ['KEY', 0, 'key', true, false],
  ])('%s (exactly: %i) answers %s (forced: %s): %s', (words, exact, text, isForced, answers) => {
    expect(isAnswering(rule(words, exact), text, isForced)).toBe(answers)
  })
})

describe('what a reply carries', () => {
  test.each([
    ['text', ' 好 ', { content: '好' }],
    ['mpnews', 'm', { media_id: 'm' }],
    ['mpnewsarticle', 'a', { article_id: 'a' }],
    ['wxcard', 'c', { card_id: 'c' }],
    ['image', ' i ', { media_id: 'i' }],
    ['voice', 'v', { media_id: 'v' }],
    ['video', 'v', { media_id: 'v' }],
    [
      'news',
      '{"title":"t","url":"u","description":"d"}',
      { articles: [{ title: 't', url: 'u', description: 'd', picurl: '' }] },
    ],
    [
      'music',
      '[{"musicurl":"m","hqmusicurl":"h","thumb_media_id":"t"}]',
      { musicurl: 'm', hqmusicurl: 'h', thumb_media_id: 't' },
    ],
    ['news', '[{"title":"t","url":"u","picUrl":"p"}]', { articles: [{ title: 't', url: 'u', picurl: 'p' }] }],
    [
      'miniprogrampage',
      '{"title":"t","appid":"a","pagepath":"p","thumb_media_id":"m"}',
      { title: 't', appid: 'a', pagepath: 'p', thumb_media_id: 'm' },
    ],
    [
      'msgmenu',
      '{"head_content":"h","list":[{"id":"1","content":"c"}],"tail_content":"t"}',
      { head_content: 'h', list: [{ id: '1', content: 'c' }], tail_content: 't' },
    ],
  ])('%s', (type, text, content) => expect(contentOf(type, text)).toEqual(content))

  test('what lacks something is told', () => {
    expect(() => contentOf('news', '{"title":"t"}')).toThrow('回复内容缺少url')
    expect(() => contentOf('news', '[{"title":"a","url":"u"},{"title":"b","url":"u"}]')).toThrow('回复内容缺少')
    expect(() => contentOf('msgmenu', '{"head_content":"h","list":[]}')).toThrow('回复内容缺少list')
    expect(() => contentOf('msgmenu', '{"head_content":"h","list":[{"id":"1"}]}')).toThrow('回复内容缺少list.0.content')
    const refused = (type: string, text: string) => {
      try {
        contentOf(type, text)
      } catch (error) {
        return error
      }
      return undefined
    }
    const at = (field: string, message: string) => ({ status: 400, problems: [{ field, message }] })
    expect(refused('music', 'x')).toMatchObject(at('replyContent', '回复内容应为JSON对象'))
    expect(refused('music', '{}')).toMatchObject(at('replyContent', '回复内容缺少musicurl'))
    expect(refused('fax', '{}')).toMatchObject(at('replyType', '不支持的回复类型'))
  })
})
