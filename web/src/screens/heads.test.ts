import { expect, test } from 'vitest'
import { words } from '../locales/en.ts'
import { tableFields } from '../platform/crud/row.ts'
import { createEnglish } from '../platform/i18n/english.ts'
import { EVERY_ENTITY } from './_entities.ts'

const english = createEnglish(words)
const ACTIONS = '操作'

test('the columns of every list are told apart by their heads, in both languages, and from the column of actions', () => {
  const repeated = EVERY_ENTITY.flatMap((entity) =>
    [(text: string) => text, english].flatMap((speak) => {
      const heads = [ACTIONS, ...tableFields(entity).map(([, field]) => field.label)].map((label) => speak(label))
      return heads.filter((head, i) => heads.indexOf(head) !== i).map((head) => `${entity.name}: ${head}`)
    }),
  )
  expect(repeated).toEqual([])
})
