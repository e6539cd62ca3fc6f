# A house in a container: `docker build --tag parlour .`, or `docker compose up` with PostgreSQL beside it.
ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS build
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY parlour parlour
RUN python -m venv /opt/parlour \
    && PIP_CONSTRAINT=constraints.txt /opt/parlour/bin/pip install --no-cache-dir '.[postgres]'

FROM python:${PYTHON}-slim
COPY --from=build /opt/parlour /opt/parlour
RUN useradd --system --uid 7600 --home-dir /var/lib/parlour --create-home parlour \
    && install --directory --owner=parlour /var/cache/parlour
ENV PATH=/opt/parlour/bin:$PATH \
    PARLOUR_CACHE=/var/cache/parlour \
    PARLOUR_DATABASE=sqlite:////var/lib/parlour/house.sqlite \
    PARLOUR_HOST=0.0.0.0 \
    PARLOUR_PORT=7600 \
    PARLOUR_OPEN=no \
    PARLOUR_LOG=json
USER 7600
WORKDIR /var/lib/parlour
# The first start is quick then. It is machine code for the processor of this machine: on another kind the house makes
# its own at its first start, and is open meanwhile.
RUN parlour compile
VOLUME /var/lib/parlour
EXPOSE 7600
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen(f'http://127.0.0.1:{os.environ[\"PARLOUR_PORT\"]}/health/ready', timeout=4)"]
ENTRYPOINT ["parlour"]
CMD ["serve"]
