package dev.dray.guard;

import dev.dray.api.json.Json;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The keys that are written with every allocation, one for each pool, so that allocations from one
 * pool conflict.
 *
 * <p>Their revision is what counts; the value serves people who look, and recognises allocations
 * that are pending.
 */
public final class PoolKeys {
  public static final String PREFIX = "/registry/dray/allocations/";

  private PoolKeys() {}

  /**
   * Returns the key of a pool. Names of drivers have no slash, those of pools may: the first one
   * separates them.
   */
  static String of(PoolId pool) {
    return PREFIX + escaped(pool.driver()) + "/" + escaped(pool.pool()).replace("%2F", "/");
  }

  public static PoolId pool(String key) {
    var path = key.substring(PREFIX.length());
    int slash = path.indexOf('/');
    return new PoolId(unescaped(path.substring(0, slash)), unescaped(path.substring(slash + 1)));
  }

  private static String escaped(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  private static String unescaped(String name) {
    return URLDecoder.decode(name, StandardCharsets.UTF_8);
  }

  /**
   * Returns the value of a key: the last claim that was allocated something of the pool.
   *
   * @param judgement distinguishes it from all other allocations, also of the same claim and by
   *     other servers
   */
  static String value(ResourceClaim claim, String judgement) {
    var metadata = claim.metadata();
    return Json.obj(
            "namespace",
            metadata.namespace(),
            "claim",
            metadata.name(),
            "uid",
            metadata.uid(),
            "judgement",
            judgement)
        .toText();
  }
}
