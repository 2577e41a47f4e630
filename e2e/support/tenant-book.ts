import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWorkbook } from '../../server/src/platform/sheet/write.ts'

const TITLES = ['账户*', '昵称*', '姓名', '角色名称', '部门名称', '岗位名称', '手机']

export interface UserBooks {
  /** Path of a workbook with the usual header and these rows. */
  write(name: string, rows: string[][]): Promise<string>
  dispose(): void
}

/** Workbooks of users, as a school office would fill them in. */
export function userBooks(): UserBooks {
  const folder = mkdtempSync(join(tmpdir(), 'xueheng-users-'))
  return {
    async write(name, rows) {
      const header = TITLES.map((title, at) => ({ title, key: String(at) }))
      const filled = rows.map((cells) => Object.fromEntries(Object.entries(cells)))
      const path = join(folder, name)
      writeFileSync(path, await writeWorkbook([{ name: '用户', header, rows: filled }]))
      return path
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}
