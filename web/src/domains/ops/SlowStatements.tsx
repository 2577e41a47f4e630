import type { OperationsView } from '@xueheng/contract/domains/ops/operations.ts'
import { useT } from '../../platform/i18n/i18n.ts'

/** Statements that took the longest, without their values. */
export function SlowStatements({ statements }: { statements: OperationsView['statements'] }) {
  const t = useT()
  const { slowest, source } = statements
  return (
    <section className="ops-part">
      <header>
        <div>
          <h2>{t('慢查询')}</h2>
          <p>{t(source === 'database' ? '来自 pg_stat_statements' : '本进程启动以来，50毫秒以上')}</p>
        </div>
      </header>
      {slowest.length === 0 && <p className="ops-none">{t('没有慢查询')}</p>}
      {slowest.length > 0 && (
        <table className="ops-rows">
          <thead>
            <tr>
              <th scope="col">{t('语句')}</th>
              <th scope="col">{t('次数')}</th>
              <th scope="col">{t('平均毫秒')}</th>
              <th scope="col">{t('最长毫秒')}</th>
            </tr>
          </thead>
          <tbody>
            {slowest.map((one) => (
              <tr key={one.sql}>
                <td>
                  <code>{one.sql}</code>
                </td>
                <td data-title={t('次数')}>{one.calls}</td>
                <td data-title={t('平均毫秒')}>{Math.round(one.mean)}</td>
                <td data-title={t('最长毫秒')}>{Math.round(one.longest)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
