# The companion for a museum or a fair: one container for each machine.
#
#     docker build --tag menace-kit .
#     docker run --detach --restart unless-stopped --network host --volume menace:/logbook --env MENACE_PIN=48151623 menace-kit
#
# The logbook is in the volume, and so is a kit.toml, where one is put there; without one it is the machine of 1961. Without
# MENACE_PIN there is one by chance, and `docker logs` tells it. `--network host` lets the square code show an address
# that phones reach; where there is none (Docker Desktop), `--publish 1961:1961`, and type the computer's own address.
# What stands behind the image's name takes the place of `serve --lan`: `menace-kit serve --lan --class 12`, say.

FROM python:3.13-slim AS wheel
COPY . /source
RUN ["pip", "wheel", "--no-cache-dir", "--no-deps", "--wheel-dir", "/wheel", "/source"]

FROM python:3.13-slim
COPY --from=wheel /wheel /wheel
RUN pip install --no-cache-dir "$(echo /wheel/*.whl)[web]" \
    && rm -r /wheel \
    && useradd --create-home menace \
    && install --directory --owner menace /logbook
ENV PYTHONUNBUFFERED=1
USER menace
WORKDIR /logbook
VOLUME /logbook
EXPOSE 1961
STOPSIGNAL SIGTERM
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:1961/', timeout=5)"]
ENTRYPOINT ["menace-kit"]
CMD ["serve", "--lan"]
