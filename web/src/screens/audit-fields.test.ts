import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { BASE_FIELDS } from '@xueheng/contract/kit/entity.ts'
import { describe, expect, test } from 'vitest'
import { EVERY_ENTITY, callOf } from './_entities.ts'

/** Drawings of processes have a form of their own in the family: `created`, `lastUpdatedBy`. */
const OWN_FORM = ['flowModel']

/** Facts of an exam stand in its package, not in a table; saving one asks for a correction. */
const FACTS = ['examScoreStudent', 'examScoreStudentCourse']

/** Every entity whose rows people save, also where the calls are written by hand. */
const SAVED = EVERY_ENTITY.filter(
  (entity) => ![...OWN_FORM, ...FACTS].includes(entity.name) && callOf(entity, 'POST', 'submit', 'save', 'update'),
)

/** Lists and details of an entity, under whichever of its paths. */
function shownBy(entity: AnyEntity) {
  const paths = new Set(
    ['list', 'page', 'lazy-list', 'detail'].flatMap((segment) => entity.paths.map((path) => `${path}/${segment}`)),
  )
  return registry.calls.filter(
    (call) => call.method === 'GET' && [call.path, ...call.aliases].some((path) => paths.has(path)),
  )
}

describe('who made a row and changed it, and when', () => {
  test.each(SAVED.map((entity) => [entity.name, entity] as const))(
    '%s: stands on lists and details',
    (_name, entity) => {
      const shown = shownBy(entity)
      expect(shown.length).toBeGreaterThan(0)
      for (const { name, output = {} } of shown) {
        expect([name, Object.keys(BASE_FIELDS).filter((field) => !(field in output))]).toEqual([name, []])
      }
    },
  )
})
