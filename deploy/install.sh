#!/bin/sh
# Installs the unpacked archive as a service: sudo ./install.sh. Run again with a newer archive it replaces the program and keeps data and settings.
set -e
here=$(CDPATH= cd -P -- "$(dirname -- "$0")" && pwd)
[ "$(id -u)" = 0 ] || { echo '请用 root 运行：sudo ./install.sh' >&2; exit 1; }
id xueheng >/dev/null 2>&1 || useradd --system --home-dir /var/lib/xueheng --shell /usr/sbin/nologin xueheng
[ -f /etc/xueheng.env ] || install -m 600 "$here/xueheng.env" /etc/xueheng.env
systemctl stop xueheng 2>/dev/null || true
rm -rf /opt/xueheng.old
[ ! -d /opt/xueheng ] || mv /opt/xueheng /opt/xueheng.old
cp -a "$here" /opt/xueheng
chown -R root:root /opt/xueheng
install -m 644 "$here/xueheng.service" /etc/systemd/system/xueheng.service
systemctl daemon-reload
systemctl enable --now xueheng
echo '已启动。首个管理员的密码只显示一次：journalctl -u xueheng | grep 首个管理员'
echo '上一版程序在 /opt/xueheng.old；数据在 /var/lib/xueheng，设置在 /etc/xueheng.env。'
