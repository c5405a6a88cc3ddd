#!/bin/sh
# A club on a fresh Debian server, with https and a nightly backup: docs/how-to/on-the-internet.md.
#     /opt/zaria/deploy/install.sh club.example
# Run it again, without the name, after each `git pull`: it backs up, builds, and restarts. What it finds done
# stays as it is. Variables of Zaria in its environment at the first run go to /etc/zaria.env.
set -eu

HOME_OF_CODE=/opt/zaria
SETTINGS=${DESTDIR:-}/etc/zaria.env
CADDYFILE=${DESTDIR:-}/etc/caddy/Caddyfile
UNITS=${DESTDIR:-}/etc/systemd/system
BACKUPS=${DESTDIR:-}/var/backups/zaria
DATA=${DESTDIR:-}/var/lib/zaria
CODE=${DESTDIR:-}$HOME_OF_CODE
OURS="# Written by deploy/install.sh of Zaria"
SECONDS_TO_START=120

refuse() {
	echo "install.sh: $1" >&2
	exit 1
}

say() {
	echo "== $1"
}

# Write standard input to a file with a mode, unless the file has that content.
store() {
	(umask 077 && cat >"$1.new")
	if [ -e "$1" ] && cmp -s "$1" "$1.new"; then
		rm "$1.new"
		return
	fi
	chmod "$2" "$1.new"
	mv "$1.new" "$1"
}

setting() {
	[ ! -e "$SETTINGS" ] || sed -n "s/^$1=//p" "$SETTINGS"
}

check_machine() {
	[ "$(id -u)" = 0 ] || refuse "run it as root: sudo $HOME_OF_CODE/deploy/install.sh club.example"
	release=${DESTDIR:-}/etc/os-release
	{ [ -e "$release" ] && grep -qE '^ID(_LIKE)?="?([a-z ]* )?debian' "$release"; } ||
		refuse "this is not Debian, nor a system like it: follow docs/how-to/operations.md"
	here=$(cd "$(dirname "$0")/.." && pwd)
	[ "$here" = "$(cd "$CODE" 2>/dev/null && pwd)" ] ||
		refuse "the code must be in $HOME_OF_CODE: move $here there, and run its deploy/install.sh"
}

check_name() {
	stored=$(setting ZARIA_HOSTS)
	SITE=${1:-$stored}
	[ -n "$SITE" ] || refuse "give the name of the club on the internet: install.sh club.example"
	label='[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
	echo "$SITE" | grep -qE "^($label\.)+$label\$" ||
		refuse "$SITE is not a name on the internet, such as club.example: no https://, no port, small letters"
	[ -z "$stored" ] || [ "$SITE" = "$stored" ] ||
		refuse "the club's name is $stored: to change it, edit ZARIA_HOSTS and ZARIA_ORIGINS in /etc/zaria.env"
	[ ! -e "$CADDYFILE" ] || grep -qF -e "$OURS" -e /usr/share/caddy "$CADDYFILE" ||
		refuse "/etc/caddy/Caddyfile has sites of its own: lead one to 127.0.0.1:8000 as operations.md says"
}

install_packages() {
	say "Packages: Python, a C compiler, Caddy for https, Stockfish for chess"
	DEBIAN_FRONTEND=noninteractive apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
		python3 python3-venv python3-dev gcc libc6-dev ca-certificates caddy stockfish
}

make_user() {
	id zaria >/dev/null 2>&1 || useradd --system --home-dir /var/lib/zaria --shell /usr/sbin/nologin zaria
	for folder in "$DATA" "$BACKUPS"; do
		mkdir -p "$folder"
		chmod 700 "$folder"
		chown zaria: "$folder"
	done
}

# By the version that is installed: the one about to be built will change the data when it starts.
back_up() {
	[ -e "$DATA/club.sqlite3" ] && [ -e "$UNITS/zaria-backup.service" ] || return 0
	say "Backup before the change"
	systemctl start zaria-backup.service
}

build() {
	say "Zaria: its packages, and its rules compiled"
	(umask 022 && cd "$CODE" && python3 tools/bootstrap.py run)
}

write_settings() {
	if [ -e "$SETTINGS" ]; then
		return 0
	fi
	say "Settings in /etc/zaria.env"
	{
		echo "# Variables of Zaria: docs/reference/configuration.md. After a change: systemctl restart zaria"
		echo "ZARIA_HOSTS=$SITE"
		echo "ZARIA_ORIGINS=https://$SITE"
		echo "ZARIA_PROXIES=127.0.0.1"
		env | grep -E '^ZARIA_[A-Z_]+=.' | grep -vE '^ZARIA_(HOSTS|ORIGINS|PROXIES|DATA)=' |
			sed -e 's/[\\"]/\\&/g' -e 's/=\(.*\)/="\1"/' | sort || true
	} | store "$SETTINGS" 600
}

write_units() {
	mkdir -p "$UNITS" "$(dirname "$CADDYFILE")"
	for unit in zaria.service zaria-backup.service zaria-backup.timer; do
		store "$UNITS/$unit" 644 <"$CODE/deploy/$unit"
	done
	{
		echo "$OURS; a line of your own goes into another file of this folder, with its import here."
		sed -e "s/{\$ZARIA_SITE}/$SITE/" -e '/dynamic a/d' -e '/lb_policy/d' -e '/ZARIA_NODE/d' -e '/\/ws\//d' \
			-e 's/reverse_proxy {/reverse_proxy 127.0.0.1:8000 {/' "$CODE/deploy/Caddyfile"
	} | store "$CADDYFILE" 644
}

start() {
	say "Start"
	systemctl daemon-reload
	systemctl enable --quiet zaria.service zaria-backup.timer caddy.service
	systemctl restart zaria.service
	systemctl start zaria-backup.timer
	systemctl reload-or-restart caddy.service
	python3 "$CODE/deploy/wait_ready.py" "$SECONDS_TO_START" ||
		refuse "Zaria did not start in $SECONDS_TO_START seconds: journalctl -u zaria -n 50 says why"
}

advise() {
	echo
	echo "Zaria is open: https://$SITE"
	getent ahosts "$SITE" >/dev/null 2>&1 ||
		echo "  The name $SITE leads nowhere yet: point its A and AAAA records to this server."
	[ -n "$(setting ZARIA_SMTP_URL)" ] ||
		echo "  Nobody can register yet: set ZARIA_SMTP_URL and ZARIA_MAIL_FROM in /etc/zaria.env, and restart."
	echo "  The first owner, if there is none yet (LOGIN has 5 to 10 letters):"
	echo "    sudo -u zaria env ZARIA_DATA=/var/lib/zaria $HOME_OF_CODE/.venv/bin/zaria \\"
	echo "      manage appoint LOGIN owner --email ADDRESS"
	echo "  Backups are made each night in /var/backups/zaria: copy them to another machine."
}

[ $# -le 1 ] || refuse "give one name: install.sh club.example"
check_machine
check_name "${1:-}"
install_packages
make_user
back_up
build
write_settings
write_units
start
advise
