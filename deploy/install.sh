#!/bin/sh
# Installs the unpacked archive as a service: sudo ./install.sh. Run again with a newer archive it replaces the program and keeps data and settings.
set -e
here=$(CDPATH= cd -P -- "$(dirname -- "$0")" && pwd)
[ "$(id -u)" = 0 ] || { echo '请用 root 运行：sudo ./install.sh' >&2; exit 1; }
id xueheng >/dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/xueheng --shell /usr/sbin/nologin xueheng
[ -f /etc/xueheng.env ] || install -m 600 "$here/xueheng.env" /etc/xueheng.env
# Copied whole before the running program is touched; without the data of a trial, and readable to the service whatever the umask was.
rm -rf /opt/xueheng.new
mkdir -p /opt/xueheng.new
for part in app node VERSION xueheng xueheng.env xueheng.service install.sh; do cp -a "$here/$part" /opt/xueheng.new; done
chown -R root:root /opt/xueheng.new
chmod -R u=rwX,go=rX /opt/xueheng.new
systemctl stop xueheng 2>/dev/null || true
rm -rf /opt/xueheng.old
[ ! -d /opt/xueheng ] || mv /opt/xueheng /opt/xueheng.old
mv /opt/xueheng.new /opt/xueheng
install -m 644 /opt/xueheng/xueheng.service /etc/systemd/system/xueheng.service
systemctl daemon-reload
since=$(date +%s)
systemctl enable --now xueheng
echo '正在启动…'
said() { journalctl -q -u xueheng -o cat --since "@$since" | grep "$1"; }
until said '^学衡已启动'; do
  # Started anew by systemd: it ended before it was ready.
  [ "$(systemctl show -p NRestarts --value xueheng)" = 0 ] || { said . >&2; exit 1; }
  sleep 1
done
said '^首个管理员' || true
echo '数据在 /var/lib/xueheng，设置在 /etc/xueheng.env，日志：journalctl -u xueheng'
[ ! -d /opt/xueheng.old ] || echo '上一版程序在 /opt/xueheng.old；换回：sudo /opt/xueheng.old/install.sh'
