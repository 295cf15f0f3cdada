# The headless performer and discord-io, without Qt: what draws and sounds runs where the stream is.
# Written without a container engine at hand: every step was run by itself, the image was never built.
#
#   docker build --target discord-io -t stream-performer-discord-io .
#   docker build --target performer -t stream-performer .
#
# Credentials come by the environment (DISCORD_TOKEN, PERFORMER_IO_TOKEN), never into the image. compose.yaml has both.

FROM python:3.12-slim AS base
ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PERFORMER_HOME=/data
WORKDIR /app
COPY requirements/ requirements/
RUN python requirements/headless.py > /tmp/headless.txt \
    && pip install --no-deps --require-hashes --requirement /tmp/headless.txt \
    && rm /tmp/headless.txt
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin performer \
    && install --directory --owner performer --mode 0700 /data
COPY LICENSE pyproject.toml ./
COPY assets/ assets/
COPY bench/ bench/
COPY prompts/ prompts/
COPY overlay/page/ overlay/page/
COPY performer/ performer/
USER performer
VOLUME /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "performer"]

# The bot alone. It listens for its brain inside the containers' network, under the name that compose gives it.
FROM base AS discord-io
EXPOSE 8770
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8770/health', timeout=4)"]
CMD ["discord-io", "--listen", "0.0.0.0:8770", "--public-host", "discord-io:8770"]

# The show without desktop and sound; a page in OBS, a window and a sound player come to it on port 8766.
FROM base AS performer
USER root
RUN apt-get update \
    && apt-get install --yes --no-install-recommends espeak-ng \
    && rm -rf /var/lib/apt/lists/*
USER performer
ENV PERFORMER_STAGE__HOST=0.0.0.0
EXPOSE 8766
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8766/health', timeout=4)"]
CMD ["run", "--no-desktop", "--no-sound", "--no-console", "--port", "8766"]
