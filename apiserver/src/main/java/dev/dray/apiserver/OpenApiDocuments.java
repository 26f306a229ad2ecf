package dev.dray.apiserver;

import dev.dray.http.Documents;
import dev.dray.kinds.Kinds;
import dev.dray.schema.OpenApi;
import dev.dray.schema.Schemas;
import dev.dray.schema.Served;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The OpenAPI documents of what this server serves. */
final class OpenApiDocuments implements Documents {
  private final OpenApi openApi;

  OpenApiDocuments(Schemas schemas, Kinds kinds) {
    this.openApi = new OpenApi(schemas, served(kinds));
  }

  private static List<Served> served(Kinds kinds) {
    var served = new ArrayList<Served>();
    for (var resource : kinds.all()) {
      for (var version : resource.versions()) {
        served.add(
            new Served(
                resource.group(),
                version,
                resource.kind(),
                resource.plural(),
                resource.namespaced(),
                resource.verbs(),
                resource.subresources()));
      }
    }
    return served;
  }

  @Override
  public byte[] openApiV2() {
    return openApi.v2();
  }

  @Override
  public byte[] openApiV2Protobuf() {
    return openApi.v2Protobuf();
  }

  @Override
  public String openApiV2ProtobufType() {
    return OpenApi.V2_PROTOBUF;
  }

  @Override
  public byte[] openApiV3Index() {
    return openApi.v3Index();
  }

  @Override
  public Optional<byte[]> openApiV3(String path) {
    return openApi.v3(path);
  }
}
