package dev.dray.store.etcd;

import static java.util.Objects.requireNonNull;

import com.google.common.net.HostAndPort;
import io.grpc.Attributes;
import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.grpc.StatusOr;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Resolves a list of endpoints for gRPC, which by itself knows channels to one host only. Each
 * endpoint keeps its own name, by which its certificate is checked.
 */
final class EtcdEndpoints extends NameResolverProvider {
  private static final String SCHEME = "etcd";
  private static final int PORT = 2379;

  static {
    NameResolverRegistry.getDefaultRegistry().register(new EtcdEndpoints());
  }

  private EtcdEndpoints() {}

  /** Returns the target of a channel to endpoints. */
  static String target(List<URI> endpoints) {
    var path = endpoints.stream().map(EtcdEndpoints::authority).collect(Collectors.joining(","));
    try {
      return new URI(SCHEME, "", "/" + path, null).toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("The endpoints [%s] are none.".formatted(endpoints), e);
    }
  }

  private static String authority(URI endpoint) {
    return HostAndPort.fromParts(
            endpoint.getHost(), endpoint.getPort() < 0 ? PORT : endpoint.getPort())
        .toString();
  }

  @Override
  public String getDefaultScheme() {
    return SCHEME;
  }

  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return 5;
  }

  @Override
  public Collection<Class<? extends SocketAddress>> getProducedSocketAddressTypes() {
    return Set.of(InetSocketAddress.class);
  }

  @Override
  public NameResolver newNameResolver(URI target, NameResolver.Args args) {
    return new Resolver(List.of(target.getPath().substring(1).split(",")));
  }

  private static final class Resolver extends NameResolver {
    private final List<String> authorities;
    private @Nullable Listener2 listener;

    Resolver(List<String> authorities) {
      this.authorities = authorities;
    }

    @Override
    public String getServiceAuthority() {
      return authorities.getFirst();
    }

    @Override
    public void start(Listener2 listener) {
      this.listener = listener;
      refresh();
    }

    @Override
    public void refresh() {
      var told = requireNonNull(listener, "listener");
      // Looking up a name may block, which the channel that calls must not.
      Thread.startVirtualThread(() -> told.onResult(resolved()));
    }

    private ResolutionResult resolved() {
      var addresses = authorities.stream().map(Resolver::address).toList();
      return ResolutionResult.newBuilder()
          .setAddressesOrError(StatusOr.fromValue(addresses))
          .build();
    }

    private static EquivalentAddressGroup address(String authority) {
      var endpoint = HostAndPort.fromString(authority);
      return new EquivalentAddressGroup(
          new InetSocketAddress(endpoint.getHost(), endpoint.getPort()),
          Attributes.newBuilder()
              .set(EquivalentAddressGroup.ATTR_AUTHORITY_OVERRIDE, authority)
              .build());
    }

    @Override
    public void shutdown() {}
  }
}
