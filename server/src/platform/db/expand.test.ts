import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breakingSteps } from './expand.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)

test('two versions may run beside each other: what a migration takes away names the release that stopped using it', () => {
  const found = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => breakingSteps(name, readFileSync(new URL(name, FOLDER), 'utf8')))
  expect(found).toEqual([])
})

const LATER = '29990101T0000_later.sql'

test.each([
  ['alter table exam_info drop column note'],
  ['ALTER TABLE exam_info\n  DROP COLUMN IF EXISTS note'],
  ['alter table exam_info rename column note to remark'],
  ['alter table exam_info rename to exam'],
  ['drop table exam_info'],
  ['alter table exam_info alter column note type integer'],
  ['alter table exam_info alter note set not null'],
  ['alter table exam_info add column note text not null'],
  ['alter table exam_info add note text not null, add column other text not null default 1'],
  ['-- the old name\ndrop table exam_info'],
])('%j breaks the version before', (text) => {
  expect(breakingSteps(LATER, `create table t (id bigint);\n${text};`)).toHaveLength(1)
})

test.each([
  ['alter table exam_info add column note text'],
  ["alter table exam_info add column note text not null default ''"],
  ['create table t (id bigint not null, note text not null)'],
  ['drop index exam_info_uk1'],
  ["update exam_info set note = 'drop table exam_info'"],
  ['-- drop table exam_info\nselect 1'],
  ['create table work as select 1; drop table work'],
])('%j does not', (text) => {
  expect(breakingSteps(LATER, `${text};`)).toEqual([])
})

test('a step that takes away names the release from which on nobody uses it', () => {
  const step = 'alter table exam_info drop column note;'
  expect(breakingSteps(LATER, `-- contract: unused since 0.3.0\n${step}`)).toEqual([])
  expect(breakingSteps(LATER, `-- contract: soon\n${step}`)).toHaveLength(1)
})

test('what was there before the first release stands as it is', () => {
  expect(breakingSteps('20260101T0100_first.sql', 'drop table exam_info;')).toEqual([])
})
