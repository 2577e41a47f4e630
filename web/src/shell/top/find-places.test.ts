import { expect, test } from 'vitest'
import { findPlaces, placesOf, studentQuery } from './find-places.ts'
import { spelling } from './spelling.ts'

const menu = ['考试信息', '考生导入', '学校管理', 'Kaleidoscope'].map((name) => ({
  id: name,
  parentId: '0',
  code: name,
  name,
  path: `/${name}`,
  source: '',
}))
const names = (typed: string) => findPlaces(placesOf(menu, String), typed, spelling).map(({ name }) => name)

test('screens are found by the beginning of their name, their pinyin or its first letters, in any case', () => {
  expect(names('考')).toEqual(['考试信息', '考生导入'])
  expect(names('KAOSHI')).toEqual(['考试信息'])
  expect(names('ks')).toEqual(['考试信息', '考生导入'])
  expect(names('xxgl')).toEqual(['学校管理'])
  expect(names('ka')).toEqual(['考试信息', '考生导入', 'Kaleidoscope'])
  expect(names('管理')).toEqual(['学校管理'])
})

test('a search for students has three parts, with either comma; empty parts ask for nothing', () => {
  expect(studentQuery('孙三，高三, 二中 ')).toEqual({
    studentName: '孙三',
    studentNumber: '孙三',
    studentCode: '孙三',
    examGrade: '高三',
    schoolName: '二中',
    areaName: '二中',
  })
  expect(studentQuery('孙三')).toEqual({ studentName: '孙三', studentNumber: '孙三', studentCode: '孙三' })
  expect(studentQuery(',,二中')).toEqual({ schoolName: '二中', areaName: '二中' })
})
