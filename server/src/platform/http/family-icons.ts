/** The icons of menus by the names that clients of this API family draw: classes of their style sheet. */
const CLASSES: Readonly<Record<string, string>> = {
  AppstoreOutlined: 'el-icon-menu',
  AuditOutlined: 'el-icon-s-check',
  BankOutlined: 'el-icon-school',
  BarChartOutlined: 'el-icon-s-data',
  BellOutlined: 'el-icon-bell',
  BookOutlined: 'el-icon-notebook-2',
  CalendarOutlined: 'el-icon-date',
  CloudOutlined: 'el-icon-cloudy',
  CodeOutlined: 'el-icon-cpu',
  ContainerOutlined: 'el-icon-box',
  DatabaseOutlined: 'el-icon-coin',
  ExperimentOutlined: 'el-icon-magic-stick',
  FileTextOutlined: 'el-icon-document',
  FormOutlined: 'el-icon-edit-outline',
  FundOutlined: 'el-icon-data-board',
  HomeOutlined: 'el-icon-s-home',
  IdcardOutlined: 'el-icon-postcard',
  LineChartOutlined: 'el-icon-data-line',
  MessageOutlined: 'el-icon-chat-dot-round',
  MonitorOutlined: 'el-icon-monitor',
  PartitionOutlined: 'el-icon-share',
  PieChartOutlined: 'el-icon-pie-chart',
  ProfileOutlined: 'el-icon-tickets',
  ReadOutlined: 'el-icon-reading',
  SafetyCertificateOutlined: 'el-icon-lock',
  ScheduleOutlined: 'el-icon-time',
  SettingOutlined: 'el-icon-setting',
  ShopOutlined: 'el-icon-s-shop',
  SolutionOutlined: 'el-icon-s-custom',
  TableOutlined: 'el-icon-s-grid',
  TeamOutlined: 'el-icon-s-cooperation',
  ToolOutlined: 'el-icon-s-tools',
  TrophyOutlined: 'el-icon-trophy',
  UserOutlined: 'el-icon-user',
  WechatOutlined: 'el-icon-chat-line-round',
}

const NAMES = new Map(Object.entries(CLASSES).map(([name, known]) => [known, name]))

/** The name such a client draws; any other text as it is. */
export function toFamilyIcon(name: unknown): unknown {
  return typeof name === 'string' && Object.hasOwn(CLASSES, name) ? CLASSES[name] : name
}

/** The way back. */
export function fromFamilyIcon(name: unknown): unknown {
  return (typeof name === 'string' && NAMES.get(name.trim())) || name
}
