import { creditCheckCharacter, idCheckCharacter } from '@xueheng/contract/kit/check.ts'

/** Two schools of two areas, for the tests of the import. */
export const SCHOOLS = [1, 2].map((i) => {
  const first = `1299000${i}00000000${i}`.padEnd(17, '0').slice(0, 17)
  return { code: first + creditCheckCharacter(first), name: `第${'一二'[i - 1]}中学`, area: `99000${i}` }
})

function code(i: number): string {
  const first = `990001201001${String(i).padStart(2, '0')}${String(i).padStart(3, '0')}`.slice(0, 17)
  return `G${first}${idCheckCharacter(first)}`
}

/** Three students of the first school and one of the second. */
export const ROSTER = `考号,学籍号,姓名,性别,学校,班级
0101,${code(1)},张一,男,第一中学,高三(1)班
0102,${code(2)},李·二,女,第一中学,高三(1)班
0103,${code(3)},王三,男,第一中学,2班
0201,${code(4)},赵四,女,第二中学,高三(1)班
`
