# The companion for a museum or a fair: one container for each machine.
#
#     docker build --tag menace-kit .
#     docker run --detach --restart unless-stopped --network host --volume menace:/logbook --env MENACE_PIN=48151623 menace-kit
#
# The logbook is in the volume. Put all files of your kit's folder there, too; without a kit.toml it is the machine of
# 1961. Set MENACE_PIN. If you don't, a random PIN is used; `docker logs` shows it. With `--network host` the QR code has an address that phones reach.
# Docker Desktop has no such network: use `--publish 1961:1961`, and type the computer's address yourself. Arguments after
# the image's name replace `serve --lan`, for example `menace-kit serve --lan --class 12`.

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
