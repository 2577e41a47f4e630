import { useT } from '../../../platform/i18n/i18n.ts'
import { type KnowledgeRate, rateText, ratesByKnowledge } from './knowledge.ts'
import type { StudentQuestion } from './question-rows.ts'

const RADIUS = 90
const MOST_AXES = 10
const RINGS = [0.25, 0.5, 0.75, 1]

/** The student beside everybody, an axis per knowledge point; nothing where there are fewer than three. */
export function KnowledgeRadar({ lines }: { lines: StudentQuestion[] }) {
  const t = useT()
  const rates = ratesByKnowledge(lines).slice(0, MOST_AXES)
  if (rates.length < 3) return null
  return (
    <figure className="question-radar">
      <svg viewBox="-190 -120 380 240" role="img" aria-label={t('知识点得分率')}>
        {RINGS.map((ring) => (
          <polygon key={ring} className="is-ring" points={pointsOf(rates.map(() => ring))} />
        ))}
        <polygon className="is-all" points={pointsOf(rates.map((one) => one.all))} />
        <polygon className="is-own" points={pointsOf(rates.map((one) => one.own))} />
        {rates.map((one, i) => (
          <Axis key={one.name} rate={one} at={i} of={rates.length} />
        ))}
      </svg>
      <figcaption>
        <span className="is-own">{t('本人')}</span>
        <span className="is-all">{t('联考')}</span>
      </figcaption>
    </figure>
  )
}

function Axis({ rate, at, of }: { rate: KnowledgeRate; at: number; of: number }) {
  const [x, y] = placeOf(at, of, 1.12)
  const anchor = Math.abs(x) < 8 ? 'middle' : x > 0 ? 'start' : 'end'
  return (
    <text x={x} y={y} textAnchor={anchor} dominantBaseline="middle">
      {rate.name} {rateText(rate.own)}
    </text>
  )
}

function placeOf(at: number, of: number, share: number): [number, number] {
  const angle = (at / of) * 2 * Math.PI - Math.PI / 2
  return [Math.cos(angle) * RADIUS * share, Math.sin(angle) * RADIUS * share]
}

function pointsOf(shares: number[]): string {
  return shares
    .map((share, i) =>
      placeOf(i, shares.length, share)
        .map((n) => n.toFixed(1))
        .join(),
    )
    .join(' ')
}
