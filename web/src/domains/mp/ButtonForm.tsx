import { BUTTON_NEEDS, type WxMenuButton } from '@xueheng/contract/domains/mp/wx-menu.ts'
import { Button, Form, Input, Select } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'

const TYPES: Readonly<Record<string, string>> = {
  view: '打开网页',
  click: '点击事件',
  miniprogram: '打开小程序',
  media_id: '发送素材',
  view_limited: '打开图文素材',
  article_id: '发送已发布文章',
  article_view_limited: '打开已发布文章',
  scancode_push: '扫码',
  scancode_waitmsg: '扫码并等待',
  pic_sysphoto: '拍照发图',
  pic_photo_or_album: '拍照或相册发图',
  pic_weixin: '微信相册发图',
  location_select: '选择位置',
}

const LABELS = {
  key: '菜单 KEY',
  url: '网址',
  mediaId: '素材',
  articleId: '文章',
  appId: '小程序 appid',
  pagePath: '小程序页面',
} as const

interface ButtonFormProps {
  button: WxMenuButton
  /** What is wrong with it, in words. */
  problems: string[]
  /** It is only looked at. */
  isReadOnly: boolean
  onChange: (button: WxMenuButton) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

/** What a button is called and does; one with others below it does nothing itself. */
export function ButtonForm({ button, problems, isReadOnly, onChange, onMove, onRemove }: ButtonFormProps) {
  const t = useT()
  const isParent = (button.subButtons ?? []).length > 0
  const set = (change: Partial<WxMenuButton>) => onChange({ ...button, ...change })
  return (
    <Form layout="vertical" disabled={isReadOnly}>
      <Form.Item label={t('菜单名称')} htmlFor="mp-button-name">
        <Input
          id="mp-button-name"
          value={button.name}
          maxLength={60}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Form.Item>
      {!isParent && (
        <>
          <Form.Item label={t('菜单内容')} htmlFor="mp-button-type">
            <Select
              id="mp-button-type"
              value={button.type}
              options={Object.entries(TYPES).map(([value, label]) => ({ value, label: t(label) }))}
              onChange={(type) => set({ type })}
            />
          </Form.Item>
          {(BUTTON_NEEDS[button.type ?? ''] ?? []).map((name) => (
            <Form.Item key={name} label={t(LABELS[name])} htmlFor={`mp-button-${name}`}>
              <Input
                id={`mp-button-${name}`}
                value={button[name] ?? ''}
                maxLength={1024}
                onChange={(event) => set({ [name]: event.target.value })}
              />
            </Form.Item>
          ))}
        </>
      )}
      {problems.length > 0 && (
        <ul className="mp-problems" role="alert">
          {problems.map((text) => (
            <li key={text}>{t(text)}</li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <div className="mp-toolbar">
          <Button onClick={() => onMove(-1)}>{t('前移')}</Button>
          <Button onClick={() => onMove(1)}>{t('后移')}</Button>
          <Button danger onClick={onRemove}>
            {t('删除')}
          </Button>
        </div>
      )}
    </Form>
  )
}
