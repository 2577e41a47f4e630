import type { Output } from '@xueheng/contract/kit/call.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { EntityImportCalls } from '@xueheng/contract/platform/table-import.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi } from '../api/client.ts'
import { formatMoment, formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { useCan } from '../session/session.ts'

/** An import of the user's own. */
export type PastImport = Output<EntityImportCalls['history']>[number]

interface PastProps {
  entity: AnyEntity
  past: PastImport[]
  onUndo: (one: PastImport) => void
}

/** The user's own imports, the latest first; read again as the rows of the entity are. */
export function useImports({ history }: EntityImportCalls, { name }: AnyEntity): PastImport[] {
  const found = useQuery({ queryKey: ['crud', name, 'imports'], queryFn: () => callApi(history) })
  return found.data ?? []
}

/** Whether the user may remove and change by hand what taking an import back removes and changes. */
function useMayUndo({ permission }: AnyEntity): (one: PastImport) => boolean {
  const can = useCan()
  return ({ added, changed, isUndone }) =>
    !isUndone && (added === 0 || can(`${permission}_delete`)) && (changed === 0 || can(`${permission}_edit`))
}

const MOST = 5

/** What was imported before, and a way back. */
export function PastImports({ entity, past, onUndo }: PastProps) {
  const t = useT()
  const mayUndo = useMayUndo(entity)
  if (past.length === 0) return null
  return (
    <section className="table-import-past">
      <h3>{t('最近的导入')}</h3>
      <ul>
        {past.slice(0, MOST).map((one) => (
          <li key={one.id}>
            <b>{one.fileName}</b>
            <span>
              {formatMoment(one.createTime)} ·{' '}
              {t('新增 {added} 行，变更 {changed} 行', {
                added: formatNumber(one.added),
                changed: formatNumber(one.changed),
              })}
            </span>
            {one.isUndone === 1 && <em>{t('已撤销')}</em>}
            {mayUndo(one) && (
              <Button size="small" onClick={() => onUndo(one)}>
                {t('撤销导入')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Takes back what was imported just now. */
export function UndoLast({ entity, past, fileId, onUndo }: PastProps & { fileId: string | undefined }) {
  const t = useT()
  const mayUndo = useMayUndo(entity)
  const last = past.find((one) => one.fileId === fileId && mayUndo(one))
  return last ? <Button onClick={() => onUndo(last)}>{t('撤销导入')}</Button> : null
}
