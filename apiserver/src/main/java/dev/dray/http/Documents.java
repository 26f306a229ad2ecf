package dev.dray.http;

import java.util.Optional;

/** The OpenAPI documents that clients download. */
public interface Documents {
  byte[] openApiV2();

  /** Returns OpenAPI v2 as protocol buffers. */
  byte[] openApiV2Protobuf();

  /** Returns the media type under which clients ask for OpenAPI v2 as protocol buffers. */
  String openApiV2ProtobufType();

  byte[] openApiV3Index();

  /** Returns the OpenAPI v3 document of a path such as {@code apis/resource.k8s.io/v1}. */
  Optional<byte[]> openApiV3(String path);
}
