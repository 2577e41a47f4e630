import { usualLog } from '@xueheng/contract/domains/log/server-logs.ts'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { t } from '../../platform/i18n/i18n.ts'

const LEVELS: Record<string, string> = { info: '信息', warn: '警告', error: '错误' }

const CELLS: OwnCells = {
  logLevel: { width: 90, draw: (level) => t(LEVELS[String(level)] ?? String(level)) },
  logId: { width: 260, draw: (title) => t(String(title)) },
}

/** 通用日志: what the server noted of itself. */
export function Page() {
  return (
    <CrudPage entity={usualLog}>
      <ListToolbar />
      <ListRows cells={CELLS} />
    </CrudPage>
  )
}
