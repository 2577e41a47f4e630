import type { Output } from '@xueheng/contract/kit/call.ts'
import type * as shape from '@xueheng/contract/domains/portfolio/statics.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { Scrollable } from '../../../platform/ui/Scrollable.tsx'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { UnitTable } from './UnitTable.tsx'
import './statics.css'

type Statics = NonNullable<Output<typeof shape.portfolioStatics>>

export function StaticsBoard({ data }: { data: Statics }) {
  const t = useT()
  return (
    <div className="statics">
      <Tallies summary={data.summary} />
      <div className="statics-ladders">
        {data.byDict.map((ladder) => (
          <Ladder key={ladder.field} ladder={ladder} />
        ))}
      </div>
      <div className="statics-columns">
        <Part title={t('按类别')}>
          <ByType rows={data.byType} />
        </Part>
        <div>
          <Part title={t('按月')}>
            <Trend months={data.trend} />
          </Part>
          <Part title={t('获奖、荣誉')}>
            <Prizes rows={data.prizes} />
          </Part>
          {data.counts.map(({ field, title, items }) => (
            <Part key={field} title={t(title)}>
              <Bars rows={items.map((item) => ({ key: item.dictKey, label: t(item.dictValue), value: item.count }))} />
            </Part>
          ))}
        </div>
      </div>
      <Part title={t('各县区')}>
        <UnitTable rows={data.byArea} label={t('县区')} />
      </Part>
      <Part title={t('各学校')}>
        <UnitTable rows={data.bySchool} label={t('学校')} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="statics-part" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Tallies({ summary }: { summary: shape.PortfolioSummary }) {
  const t = useT()
  const tiles: [string, string][] = [
    [t('教师人数'), formatNumber(summary.teacherTotal)],
    [t('已有档案的教师'), formatNumber(summary.teacherWithEntry)],
    [t('覆盖率'), `${formatNumber(summary.coverageRate, 2)}%`],
    [t('档案'), formatNumber(summary.entryTotal)],
    [t('待学校审核'), formatNumber(summary.waitAudit1)],
    [t('待教育局审核'), formatNumber(summary.waitAudit2)],
    [t('已驳回'), formatNumber(summary.rejected)],
    [t('审核通过'), formatNumber(summary.passed)],
  ]
  return (
    <dl className="statics-tallies">
      {tiles.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shares of the teachers, highest first; who has filled in nothing is the hollow rest. */
function Ladder({ ladder }: { ladder: shape.PortfolioDict }) {
  const t = useT()
  const rungs = ladder.items.filter((item) => item.teacherCount > 0)
  return (
    <section className="statics-ladder" aria-label={t(ladder.title)}>
      <h2>{t(ladder.title)}</h2>
      <div className="statics-strip" aria-hidden="true">
        {rungs.map((item, at) => (
          <i
            key={item.dictKey}
            className={item.dictKey === '' ? 'is-rest' : `is-${at % 6}`}
            style={{ flexGrow: item.teacherCount }}
          />
        ))}
      </div>
      <ul>
        {rungs.map((item, at) => (
          <li key={item.dictKey}>
            <i className={item.dictKey === '' ? 'is-rest' : `is-${at % 6}`} aria-hidden="true" />
            <span>{t(item.dictValue)}</span>
            <b>{formatNumber(item.teacherCount)}</b>
            <small>{formatNumber(item.rate, 2)}%</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ByType({ rows }: { rows: shape.PortfolioByType[] }) {
  const t = useT()
  return (
    <table className="statics-table">
      <thead>
        <tr>
          <th scope="col">{t('类别')}</th>
          <th scope="col" className="is-number">
            {t('档案')}
          </th>
          <th scope="col" className="is-number">
            {t('已通过')}
          </th>
          <th scope="col" className="is-number">
            {t('教师')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.portfolioType}>
            <th scope="row">{t(row.name)}</th>
            <td className="is-number">{formatNumber(row.entryTotal)}</td>
            <td className="is-number">{formatNumber(row.passed)}</td>
            <td className="is-number">{formatNumber(row.teacherCount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Bars({ rows }: { rows: { key: string; label: string; value: number }[] }) {
  const t = useT()
  const most = Math.max(1, ...rows.map((row) => row.value))
  if (rows.every((row) => row.value === 0)) return <p className="statics-none">{t('暂无数据')}</p>
  return (
    <ul className="statics-bars">
      {rows.map((row) => (
        <li key={row.key}>
          <span>{row.label}</span>
          <i style={{ width: `calc((100% - 11em) * ${row.value / most})` }} aria-hidden="true" />
          <b>{formatNumber(row.value)}</b>
        </li>
      ))}
    </ul>
  )
}

/** Submitted and passed per month, side by side. */
function Trend({ months }: { months: shape.PortfolioMonth[] }) {
  const t = useT()
  const shown = months.slice(-MONTHS)
  const most = Math.max(1, ...shown.flatMap((month) => [month.submitted, month.passed]))
  if (shown.length === 0) return <Empty title={t('还没有提交的档案')} />
  return (
    <figure className="statics-trend">
      <ol>
        {shown.map((month) => (
          <li key={month.month}>
            <div aria-hidden="true">
              <i style={{ height: `${(month.submitted / most) * 100}%` }} />
              <i className="is-good" style={{ height: `${(month.passed / most) * 100}%` }} />
            </div>
            <small>{month.month.slice(2)}</small>
            <span className="xh-hidden">
              {t('{month}：提交 {a} 条，通过 {b} 条', { month: month.month, a: month.submitted, b: month.passed })}
            </span>
          </li>
        ))}
      </ol>
      <figcaption>
        <i aria-hidden="true" />
        {t('提交')}
        <i className="is-good" aria-hidden="true" />
        {t('通过')}
      </figcaption>
    </figure>
  )
}

const MONTHS = 12

function Prizes({ rows }: { rows: shape.PortfolioPrize[] }) {
  const t = useT()
  const [first] = rows
  if (!first) return <p className="statics-none">{t('暂无数据')}</p>
  return (
    <Scrollable className="statics-scroll" label={t('获奖、荣誉')}>
      <table className="statics-table">
        <thead>
          <tr>
            <th scope="col">{t('级别')}</th>
            {first.counts.map((count) => (
              <th key={count.prizeType} scope="col" className="is-number">
                {t(count.prizeName)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.certLevel}>
              <th scope="row">{t(row.levelName)}</th>
              {row.counts.map((count) => (
                <td key={count.prizeType} className="is-number">
                  {count.count === 0 ? '—' : formatNumber(count.count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}
