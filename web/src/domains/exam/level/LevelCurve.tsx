import { useT } from '../../../platform/i18n/i18n.ts'
import type { Curves } from './level-curve.ts'

const [WIDTH, HEIGHT, FOOT] = [640, 180, 20]
const LABELS = 10

/** The marks before and after as two lines over the same bands. */
export function LevelCurve({ bands, raw, assigned }: Curves) {
  const t = useT()
  const most = Math.max(1, ...raw, ...assigned)
  const x = (at: number) => (bands.length > 1 ? (at * WIDTH) / (bands.length - 1) : 0)
  const points = (counts: number[]) =>
    counts.map((num, at) => `${x(at).toFixed(1)},${(HEIGHT - (num * HEIGHT) / most).toFixed(1)}`).join(' ')
  const every = Math.ceil(bands.length / LABELS)
  return (
    <figure className="level-curve">
      <figcaption>
        <span className="is-raw">{t('原始分')}</span>
        <span className="is-assigned">{t('赋分')}</span>
        <small>{t('每5分一段的人数')}</small>
      </figcaption>
      <svg viewBox={`0 -4 ${WIDTH} ${HEIGHT + FOOT + 4}`} role="img" aria-label={t('原始分与赋分的分布')}>
        <line x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
        <polyline className="is-raw" points={points(raw)} />
        <polyline className="is-assigned" points={points(assigned)} />
        {bands.map(
          (band, at) =>
            at % every === 0 && (
              <text key={band} x={x(at)} y={HEIGHT + FOOT - 5} textAnchor={at === 0 ? 'start' : 'middle'}>
                {band}
              </text>
            ),
        )}
      </svg>
    </figure>
  )
}
