import { collectedOffers } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { kindOf } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'

export type CollectedOffer = Output<typeof collectedOffers>[number]

/** What collections know of the teacher and the own portfolio lacks; one that is chosen fills a new entry. */
export function CollectedOffers({ onChoose }: { onChoose: (offer: CollectedOffer) => void }) {
  const t = useT()
  const { data = [] } = useQuery({
    queryKey: ['crud', 'teacherPortfolio', 'collected'],
    queryFn: () => callApi(collectedOffers),
  })
  if (data.length === 0) return null
  return (
    <section className="portfolio-offers" aria-label={t('信息采集中已有')}>
      <b>{t('信息采集中已有')}</b>
      {data.map((offer) => (
        <div key={offer.portfolioType}>
          <p>
            {t('{kind}：{said}', { kind: t(kindOf(offer.portfolioType)?.title ?? ''), said: offer.said })}
            <small>
              {offer.held
                ? t('{task}；档案中为「{held}」', { task: offer.taskName, held: offer.held })
                : t('{task}；档案中还没有', { task: offer.taskName })}
            </small>
          </p>
          <Button size="small" onClick={() => onChoose(offer)}>
            {t('带入填写')}
          </Button>
        </div>
      ))}
    </section>
  )
}
