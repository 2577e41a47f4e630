import { CloudUploadOutlined, DownloadOutlined, HistoryOutlined } from '@ant-design/icons'
import { Button, Checkbox, Progress, Upload } from 'antd'
import { useT } from '../i18n/i18n.ts'
import type { Look, LookOption } from './use-look.ts'

const TYPES = '.xlsx,.xls,.ods,.csv'

interface ChooseBookProps {
  look: Look
  option?: LookOption | undefined
  isBusy: boolean
}

/** Where a workbook is dropped, and the empty one to begin with. */
export function ChooseBook({ look, option, isBusy }: ChooseBookProps) {
  const t = useT()
  const isSmall = look.verdict !== undefined
  return (
    <>
      <Upload.Dragger
        accept={TYPES}
        showUploadList={false}
        disabled={isBusy}
        beforeUpload={(file) => {
          look.check(file)
          return false
        }}
      >
        <div className={isSmall ? 'table-import-drop is-small' : 'table-import-drop'}>
          <CloudUploadOutlined />
          <b>{t(isSmall ? '换一个文件' : '把工作簿拖到这里，或点击选择')}</b>
          {!isSmall && <span>{t('先逐行检查，没有错误才能导入；检查时什么也不保存')}</span>}
        </div>
      </Upload.Dragger>
      {look.isChecking && <Checking share={look.share} />}
      <div className="table-import-tools">
        <Button icon={<DownloadOutlined />} onClick={() => void look.fetchTemplate()}>
          {t('下载模板')}
        </Button>
        {!isSmall && look.last && (
          <Button
            icon={<HistoryOutlined />}
            disabled={isBusy}
            onClick={() => look.last && look.resume(look.last.fileId)}
          >
            {t('继续上次的「{name}」', { name: look.last.name })}
          </Button>
        )}
        {option && (
          <Checkbox checked={look.isTicked} disabled={isBusy} onChange={(event) => look.tick(event.target.checked)}>
            {option.label}
          </Checkbox>
        )}
      </div>
    </>
  )
}

function Checking({ share }: { share: number }) {
  const t = useT()
  const isThere = share >= 1
  return (
    <div className="table-import-busy" role="status">
      <span>{t(isThere ? '正在校验，请稍候' : '正在上传')}</span>
      <Progress
        percent={Math.floor(share * 100)}
        size="small"
        status="active"
        showInfo={!isThere}
        aria-label={t('进度')}
      />
    </div>
  )
}
