import { writeWorkbookTo } from '../src/platform/sheet/write.ts'

// Writes a wide score sheet: its path, how many students, how many courses.
const [path = '', rows = '0', columns = '0'] = process.argv.slice(2)

const courses = Array.from({ length: Number(columns) }, (_none, c) => ({
  title: `科目${c + 1}`,
  key: `c${c}`,
  kind: 'number' as const,
}))

function* lines() {
  for (let i = 1; i <= Number(rows); i++) {
    const marks = courses.map(({ key }, c) => [key, (i + c) % 97 === 0 ? '缺考' : ((i * 7 + c * 13) % 300) / 2])
    yield { number: `2026${String(i).padStart(8, '0')}`, name: `考生${i}`, ...Object.fromEntries(marks) }
  }
}

const header = [{ title: '考号', key: 'number' }, { title: '姓名', key: 'name' }, ...courses]
await writeWorkbookTo(path, [{ name: '成绩', header, rows: lines() }])
