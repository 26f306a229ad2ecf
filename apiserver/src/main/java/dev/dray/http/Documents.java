package dev.dray.http;

import java.util.Optional;

/** Descriptions of the API that clients download. */
public interface Documents {
  byte[] openApiV2();

  /** The same as protocol buffers, and the media type under which clients ask for them. */
  byte[] openApiV2Protobuf();

  String openApiV2ProtobufType();

  byte[] openApiV3Index();

  /** Of a group and version, by a path such as {@code apis/resource.k8s.io/v1}. */
  Optional<byte[]> openApiV3(String path);
}
