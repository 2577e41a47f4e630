import type { Output } from '@xueheng/contract/kit/call.ts'
import type { EntityImportCalls } from '@xueheng/contract/platform/table-import.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi } from '../api/client.ts'
import { formatMoment, formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'

/** An import of the user's own. */
export type PastImport = Output<EntityImportCalls['history']>[number]

interface PastProps {
  past: PastImport[]
  onUndo: (one: PastImport) => void
}

/** The user's own imports that can be taken back, the latest first; read again once one more `isDone`. */
export function useImports(calls: EntityImportCalls, isDone: boolean): PastImport[] {
  const found = useQuery({
    queryKey: ['imports', calls.history.path, isDone],
    queryFn: () => callApi(calls.history),
    staleTime: 0,
  })
  return found.data ?? []
}

const MOST = 5

/** What was imported before, and a way back. */
export function PastImports({ past, onUndo }: PastProps) {
  const t = useT()
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
            {one.isUndone ? (
              <em>{t('已撤销')}</em>
            ) : (
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
export function UndoLast({ past, fileId, onUndo }: PastProps & { fileId: string | undefined }) {
  const t = useT()
  const last = past.find((one) => one.fileId === fileId && !one.isUndone)
  return last ? <Button onClick={() => onUndo(last)}>{t('撤销导入')}</Button> : null
}
