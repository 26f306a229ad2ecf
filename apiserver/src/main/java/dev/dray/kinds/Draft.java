package dev.dray.kinds;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ApiObject;

/**
 * A written object between {@linkplain Strategy#decode decoding} and preparation: the registry
 * changes its metadata, and the kind's strategy everything else.
 */
public sealed interface Draft {
  Json.Obj metadata();

  Draft withMetadata(Json.Obj metadata);

  /** Returns the whole object in its stored version. */
  Json.Obj tree();

  /** An object of a kind that stays a tree. */
  record OfTree(Json.Obj tree) implements Draft {

    @Override
    public Json.Obj metadata() {
      return tree.object("metadata");
    }

    @Override
    public OfTree withMetadata(Json.Obj metadata) {
      return new OfTree(tree.with("metadata", metadata));
    }
  }

  /**
   * A hub record, which is encoded only once, when it is prepared.
   *
   * @param decoded the object with the metadata that were decoded
   * @param metadata the metadata that count
   */
  record OfHub(ApiObject decoded, Json.Obj metadata, ApiVersion stored) implements Draft {

    @Override
    public OfHub withMetadata(Json.Obj metadata) {
      return new OfHub(decoded, metadata, stored);
    }

    ApiObject object() {
      return decoded.withMetadata(HubStrategy.TREES.readMetadata(metadata));
    }

    @Override
    public Json.Obj tree() {
      return HubStrategy.written(object(), stored);
    }
  }
}
