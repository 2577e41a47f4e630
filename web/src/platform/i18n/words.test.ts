import { expect, test } from 'vitest'
import { words } from '../../locales/en.ts'
import { chineseTexts, refusalTexts } from './_texts.ts'

/** Words of engineers, and sentences a clerk would not write. */
const FORBIDDEN =
  /打包|包版本|数据版本|数据包|执行数据处理|\b[SC]0\d\b|装着它们的|没有一行会先写|统计谁|总分怎么算|抽测用它|读者看到的|深浅为相差|灰字|每十分小计写在|各自的统计口径与最新的包|谁能看到什么、|不变 \{/

const ENGLISH =
  /tell the administrator|Comp\. rank|[Pp]ackag(?:e|ed|ing) (?:again|version)|Not packaged|those counted|What to import/

/** Codes stand in keys and addresses, never in words. */
const CHINESE = /[\u4e00-\u9fff]/

test.each(['web/src', 'contract/src'])('%s says nothing in words of engineers', (root) => {
  const odd = chineseTexts(root).filter(({ text }) => CHINESE.test(text) && FORBIDDEN.test(text))
  expect(odd.map(({ text }) => text)).toEqual([])
})

test('no refusal of the server is told in words of engineers', () => {
  const odd = refusalTexts('server/src').filter(({ text }) => FORBIDDEN.test(text))
  expect(odd.map(({ text }) => text)).toEqual([])
})

test('English follows the list of words', () => {
  expect(Object.values(words).filter((text) => ENGLISH.test(text))).toEqual([])
})
