# One node of Muster: build the client, build the wheel that carries it, install it from the hashed lock.

FROM node:20-slim AS client
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci
COPY frontend/ ./
RUN npm run build

FROM python:3.11-slim AS wheel
WORKDIR /build
COPY requirements/build.txt requirements/build.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/build.txt
COPY pyproject.toml hatch_build.py README.md LICENSE NOTICE ./
COPY backend/ backend/
COPY migrations/ migrations/
COPY --from=client /build/frontend/build frontend/build
RUN pip wheel --no-cache-dir --no-build-isolation --no-deps --wheel-dir /wheel .

FROM python:3.11-slim
COPY requirements/runtime.txt /tmp/runtime.txt
RUN pip install --no-cache-dir --require-hashes -r /tmp/runtime.txt && rm /tmp/runtime.txt
COPY --from=wheel /wheel /wheel
RUN pip install --no-cache-dir --no-deps /wheel/*.whl && rm -r /wheel
RUN useradd --system --create-home muster && install -d -o muster -g muster /data
USER muster
VOLUME /data
EXPOSE 8000
ENV MUSTER_HOST=0.0.0.0 MUSTER_PORT=8000 MUSTER_DATA=/data MUSTER_LOG_FORMAT=json
HEALTHCHECK --interval=30s --timeout=5s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/api/health', timeout=4)"]
CMD ["muster", "serve"]
