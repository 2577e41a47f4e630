import {
  type WxArticle,
  assetDelete,
  assetSync,
  assetUpload,
  wxMaterial,
} from '@xueheng/contract/domains/mp/wx-assets.ts'
import { PlusOutlined, SyncOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Segmented, Upload } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, upload } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { ArticleDialog } from './ArticleDialog.tsx'
import { JobLine } from './JobLine.tsx'
import { MpPage } from './MpPage.tsx'

const KINDS = [
  ['image', '图片', '.bmp,.png,.jpg,.jpeg,.gif'],
  ['voice', '语音', '.mp3,.wma,.wav,.amr'],
  ['video', '视频', '.mp4'],
  ['news', '图文', ''],
] as const

const CELLS: OwnCells = {
  name: { width: 220, draw: (value, row) => titleOf(row) || String(value ?? '') || '—' },
  mediaId: { width: 200, draw: (value) => <code className="mp-code">{String(value ?? '')}</code> },
}

function titleOf(row: CrudRow): string {
  return articlesOf(row)
    .map(({ title }) => title)
    .join(' / ')
}

function articlesOf(row: CrudRow): WxArticle[] {
  return Array.isArray(row['articles']) ? (row['articles'] as WxArticle[]) : []
}

/** 素材管理: files and articles of the account, by kind. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const kind = KINDS.find(([value]) => value === search.get('kind')) ?? KINDS[0]
  const [edited, edit] = useState<CrudRow | 'new'>()
  const removing = useAction((row: CrudRow) => callApi(assetDelete, { mediaId: String(row['mediaId']) }), {
    confirm: { text: t('素材将从微信删除，确定?'), isDanger: true },
    changes: [wxMaterial],
  })
  const isNews = kind[0] === 'news'
  return (
    <MpPage title={wxMaterial.title}>
      <div className="mp-toolbar">
        <Segmented
          value={kind[0]}
          options={KINDS.map(([value, label]) => ({ value, label: t(label) }))}
          onChange={(next) => setSearch({ kind: next })}
        />
      </div>
      <CrudPage key={kind[0]} entity={wxMaterial} where={{ mediaType: kind[0] }}>
        <ListToolbar>
          <Tools kind={kind} onNew={isNews ? () => edit('new') : undefined} />
        </ListToolbar>
        <ListRows
          isFlat
          cells={CELLS}
          actions={[
            { code: 'wxassets_save', label: '编辑', run: edit, isFor: (row) => articlesOf(row).length > 0 },
            { code: 'wxassets_delete', label: '删除', danger: true, run: (row) => void removing.run(row) },
          ]}
        />
      </CrudPage>
      {edited && (
        <ArticleDialog
          {...(edited !== 'new' && { row: edited, articles: articlesOf(edited) })}
          onClose={() => edit(undefined)}
        />
      )}
    </MpPage>
  )
}

function Tools({ kind: [type, , accept], onNew }: { kind: (typeof KINDS)[number]; onNew: (() => void) | undefined }) {
  const t = useT()
  const can = useCan()
  const [jobId, setJobId] = useState<string>()
  const syncing = useAction(() => callApi(assetSync), {
    done: t('任务已建立'),
    onDone: (answer) => setJobId(answer?.jobId),
  })
  const sending = useAction((file: File) => upload(assetUpload.path, { mediaType: type }, [file]), {
    changes: [wxMaterial],
    done: t('已上传'),
  })
  const refresh = useAction(async () => undefined, { changes: [wxMaterial], done: '' })
  if (!can('wxassets_save')) return null
  return (
    <>
      {onNew ? (
        <Button type="primary" icon={<PlusOutlined />} onClick={onNew}>
          {t('新增图文')}
        </Button>
      ) : (
        <Upload
          accept={accept}
          showUploadList={false}
          beforeUpload={(file) => {
            void sending.run(file)
            return false
          }}
        >
          <Button type="primary" icon={<UploadOutlined />} loading={sending.isBusy}>
            {t('上传素材')}
          </Button>
        </Upload>
      )}
      <Button icon={<SyncOutlined />} loading={syncing.isBusy} onClick={() => void syncing.run()}>
        {t('同步素材')}
      </Button>
      <JobLine jobId={jobId} onEnd={() => void refresh.run()} />
    </>
  )
}
