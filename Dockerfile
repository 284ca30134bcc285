# A small image of one binary, run by nobody in particular. The data folder is the volume. It listens on all addresses, so
# it wants to know the address it is reached under: docker run -e FIELDPOST_BASE_URL=https://post.example.org …
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked --bin fieldpost
RUN mkdir -p /image/data /image/usr/local/bin && cp target/release/fieldpost /image/usr/local/bin/fieldpost && chown -R 10001:10001 /image/data

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /image /
USER 10001:10001
WORKDIR /data
ENV FIELDPOST_DATA=/data FIELDPOST_BIND=0.0.0.0:8080
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/usr/local/bin/fieldpost"]
CMD ["serve"]
