import { type SealPlace, signPreview, signRule } from '@xueheng/contract/domains/seal/sign-rule.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Flex, Typography, Upload } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { upload } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import './seal.css'

type Preview = Output<typeof signPreview>

/** 签章规则: where seals go; each can be tried on a document, which is not kept. */
export function Page() {
  const [tried, attempt] = useState<CrudRow>()
  return (
    <CrudPage entity={signRule}>
      <ListToolbar />
      <ListRows actions={[{ code: 'signrule_view', label: '预览位置', run: attempt }]} />
      {tried && <PreviewDialog rule={tried} onClose={() => attempt(undefined)} />}
    </CrudPage>
  )
}

function PreviewDialog({ rule, onClose }: { rule: CrudRow; onClose: () => void }) {
  const t = useT()
  const [found, show] = useState<Preview>()
  const looking = useAction((file: File) => upload<Preview>(signPreview.path, { ruleIds: rule.id }, [file]), {
    done: '',
    isInline: true,
    onDone: (answer) => show(answer),
  })
  return (
    <AppModal open title={t('预览盖章位置')} width={720} footer={null} onCancel={onClose}>
      <Flex vertical gap="middle">
        <RefusalNote text={looking.refusal} />
        <Upload.Dragger
          accept=".pdf"
          showUploadList={false}
          disabled={looking.isBusy}
          beforeUpload={(file) => {
            show(undefined)
            void looking.run(file)
            return false
          }}
        >
          {t('选择一份PDF试盖；只看位置，不签名，也不保存')}
        </Upload.Dragger>
        {found && <Places found={found} />}
      </Flex>
    </AppModal>
  )
}

const MOST_PAGES = 12

/** Pages with a seal on them, as sheets with the place of the seal. */
function Places({ found: { pages, pageWidth, pageHeight, places } }: { found: NonNullable<Preview> }) {
  const t = useT()
  const numbers = [...new Set(places.map(({ page }) => page))]
  return (
    <>
      <Typography.Text type="secondary">
        {t('共{pages}页，盖{n}处', { pages, n: places.length })}
        {numbers.length > MOST_PAGES && t('，以下为前{n}页', { n: MOST_PAGES })}
      </Typography.Text>
      <div className="seal-sheets">
        {numbers.slice(0, MOST_PAGES).map((page) => (
          <figure key={page}>
            <svg viewBox={`0 0 ${pageWidth} ${pageHeight}`} role="img" aria-label={t('第{page}页', { page })}>
              <rect className="seal-sheet" width={pageWidth} height={pageHeight} />
              {places.filter((place) => place.page === page).map(drawn)}
            </svg>
            <figcaption>{t('第{page}页', { page })}</figcaption>
          </figure>
        ))}
      </div>
    </>
  )
}

/** The part of the seal that is seen. */
function drawn({ x, y, width, height, from, to, along }: SealPlace) {
  const part = to - from
  const box =
    along === 'y'
      ? { x, y: y + from * height, width, height: part * height }
      : { x: x + from * width, y, width: part * width, height }
  return <rect key={`${x}-${y}-${from}`} className="seal-place" {...box} />
}
